"""Mutants of the rules of other ends, tiles, dealer, wall, settings and play.

Lines of code are taken out or turned round. An entry is the rule's id, a file of the package, a
text that stands in it once, and the text in its place; a rule guarded twice has more such pairs.
"""

from typing import Final

from rule_mutants import (
    CHECKS,
    DEALING,
    LEGAL,
    MATCH,
    OPTIONS,
    RULES,
    SEAT,
    SETTLE,
    STATE,
    TABLE,
    VALUE,
)

_ENDS: Final = (
    ("R-DECL-1", CHECKS, 'if rules.declare == "off":', "if False:"),
    ("R-DECL-1", CHECKS, 'if rules.declare != "hard_soft":', "if False:"),
    ("R-DECL-1", CHECKS, "if number == document.dealer:", "if False:"),
    ("R-DECL-1", VALUE, "rules.declare_hard if declared == DECLARED_HARD else", ""),
    ("R-DECL-1", VALUE, "if declared == DECLARED_HARD else rules.declare_soft", ""),
    (
        "R-DECL-2",
        LEGAL,
        "        and not t.called\n        and not has_bit(t.discarded",
        "        and not has_bit(t.discarded",
    ),
    (
        "R-DECL-2",
        LEGAL,
        "        and not has_bit(t.discarded, t.turn)\n        and not own.declared",
        "        and not own.declared",
    ),
    ("R-DECL-2", LEGAL, "DECLARE_HARD_SOFT and t.turn != t.p.dealer:", "DECLARE_HARD_SOFT:"),
    ("R-DECL-2", LEGAL, "        and seat != t.p.dealer\n", ""),
    (
        "R-DECL-3",
        LEGAL,
        "    if own.declared:\n        out.discards = 1u << t.drawn\n        return\n",
        "",
    ),
    (
        "R-DECL-3",
        LEGAL,
        "        and wall_left(t)\n        and not own.declared\n",
        "        and wall_left(t)\n",
    ),
    (
        "R-EXH-1",
        SETTLE,
        "cdef uint32_t payers = everybody(p) & ~out.ting",
        "cdef uint32_t payers = everybody(p)",
    ),
    ("R-EXH-2", SETTLE, "if rules.exhausted == EXHAUSTED_HAND:", "if False:"),
    ("R-EXH-2", VALUE, "if fan > best:", "if best == 0 or fan < best:"),
    ("R-EXH-3", SETTLE, "elif rules.exhausted == EXHAUSTED_CHICKENS:", "elif False:"),
    (
        "R-EXH-3",
        SETTLE,
        "common_lines(p, rules, out, 0, -1, payers, out.ting, True)",
        "common_lines(p, rules, out, 0, -1, payers, out.ting, False)",
    ),
    (
        "R-EXH-3",
        SETTLE,
        "common_lines(p, rules, out, 0, -1, payers, out.ting, True)",
        "common_lines(p, rules, out, 0, -1, everybody(p), out.ting, True)",
    ),
    (
        "R-EXH-4",
        SETTLE,
        "    if rules.exhausted == EXHAUSTED_HAND:\n",
        "    for payee in range(p.n):\n"
        "        if has(out.ting, payee):\n"
        "            kong_lines(p, rules, out, payee, payers, False)\n"
        "    if rules.exhausted == EXHAUSTED_HAND:\n",
    ),
    ("R-EXH-4", SETTLE, "if not p.seat[seat].dead:", "if True:"),
    ("R-EXH-5", SETTLE, "elif rules.exhausted == EXHAUSTED_CHICKENS:", "else:"),
    (
        "R-EXH-5",
        SETTLE,
        "if rules.exhausted == EXHAUSTED_HAND:",
        "if rules.exhausted != EXHAUSTED_CHICKENS:",
    ),
    ("R-PASS-1", SETTLE, "if rules.pass_fine == PASS_FINE_OWN_FAN:", "if False:"),
    ("R-PASS-1", SETTLE, "if rules.pass_fine == PASS_FINE_OWN_FAN:", "if True:"),
    (
        "R-PASS-1",
        TABLE,
        "    own.passed = -1\n    t.phase = PHASE_TURN",
        "    t.phase = PHASE_TURN",
    ),
    ("R-PASS-1", TABLE, "    own.passed = -1\n    add_meld", "    add_meld"),
    (
        "R-PASS-1",
        TABLE,
        "        if t.phase == PHASE_CLAIM:\n            row",
        "        if True:\n            row",
    ),
    ("R-PASS-2", SETTLE, "rules.fan[row], ITEM_PASS_FINE", "rules.fan[0], ITEM_PASS_FINE"),
    ("R-PASS-2", SETTLE, "row = winning_row(rules, seat.hand, seat.melds, seat.passed)", "row = 0"),
    (
        "R-PASS-2",
        TABLE,
        "own.passed < 0 or rules.fan[row] > rules.fan[",
        "own.passed < 0 or rules.fan[row] < rules.fan[",
    ),
    ("R-DEAD-1", SETTLE, "if not p.seat[seat].dead:", "if True:"),
    ("R-DEAD-1", CHECKS, 'if rules.dead_hand != "pay":', "if False:"),
    ("R-DEAD-2", SETTLE, "rules.dead_hand_pay, ITEM", "0, ITEM"),
    (
        "R-DEAD-2",
        SETTLE,
        "        if out.ting == 0:\n            add_line",
        "        if True:\n            add_line",
    ),
    (
        "R-DEAD-3",
        SETTLE,
        "        if out.ting == 0:\n            add_line",
        "        if True:\n            add_line",
    ),
    (
        "R-DEAD-3",
        SETTLE,
        "                     best_fan(rules, p.seat[payee].hand, "
        "p.seat[payee].melds, out.waits[payee]),\n",
        "                     1,\n",
    ),
    ("R-DEAD-3", SETTLE, "elif has(out.ting, payee):", "elif False:"),
    ("R-DEAD-4", SETTLE, "if rules.dead_hand_pays_all:", "if False:"),
    (
        "R-DEAD-4",
        SETTLE,
        "kong_lines(p, rules, out, payee, 1u << payer, True)",
        "kong_lines(p, rules, out, payee, 1u << payer, False)",
    ),
    (
        "R-DEAD-4",
        SETTLE,
        "0, -1, 1u << payer, 1u << payee, False)",
        "0, -1, 1u << payer, 1u << payee, True)",
    ),
)

_AROUND: Final = (
    ("R-TILE-1", CHECKS, "if fifth >= 0:", "if False:"),
    (
        "R-TILE-2",
        SEAT,
        "if len(hand) != 13 - 3 * number and not self.dead:",
        "if len(hand) > 14 and not self.dead:",
    ),
    (
        "R-TILE-2",
        SEAT,
        "if len(hand) != 13 - 3 * number and not self.dead:",
        "if len(hand) != 13 - 3 * number:",
    ),
    (
        "R-TILE-3",
        "melds.py",
        '    ADDED_KONG = "added_kong"\n',
        '    ADDED_KONG = "added_kong"\n    _missing_ = classmethod(lambda cls, value: cls.PONG)\n',
    ),
    ("R-TILE-4", CHECKS, "if players not in rules.players:", "if players > 4:"),
    (
        "R-DEAL-1",
        MATCH,
        "number = (sum(self.dealer_dice) - 1) % self.players",
        "number = sum(self.dealer_dice) % self.players",
    ),
    ("R-DEAL-1", MATCH, 'self.rules.first_dealer == "dice":', "False:"),
    ("R-DEAL-1", MATCH, "STREAM_DICE, [self.players])", "STREAM_DICE, [1])"),
    ("R-DEAL-2", SETTLE, "            dealer = p.win[0].seat", "            dealer = p.dealer"),
    ("R-DEAL-3", SETTLE, " or rules.double_win_dealer == DOUBLE_WIN_DEALER_DISCARDER:", ":"),
    ("R-DEAL-3", SETTLE, "start = p.win[0].source + 1", "start = p.dealer"),
    ("R-DEAL-3", SETTLE, "            start = p.dealer\n", "            start = p.dealer + 1\n"),
    ("R-DEAL-4", SETTLE, "elif p.n_wins == 3 or rules", "elif rules"),
    (
        "R-DEAL-5",
        SETTLE,
        "elif rules.exhausted_dealer == EXHAUSTED_DEALER_TING and ting:",
        "elif False:",
    ),
    (
        "R-DEAL-5",
        SETTLE,
        "elif rules.exhausted_dealer == EXHAUSTED_DEALER_TING and ting:",
        "elif ting:",
    ),
    (
        "R-DEAL-5",
        SETTLE,
        "elif rules.exhausted_dealer == EXHAUSTED_DEALER_TING and ting:",
        "elif rules.exhausted_dealer == EXHAUSTED_DEALER_TING:",
    ),
    ("R-DEAL-6", SETTLE, "        streak[0] = p.streak\n", ""),
    ("R-DEAL-6", SETTLE, "if p.end == END_WIN or rules.streak_counts_exhausted:", "if True:"),
    (
        "R-DEAL-6",
        SETTLE,
        "if p.end == END_WIN or rules.streak_counts_exhausted:",
        "if p.end == END_WIN:",
    ),
    ("R-BREAK-1", DEALING, "side = (sum(dice) - 1) % SIDES", "side = sum(dice) % SIDES"),
    ("R-BREAK-2", DEALING, "skip = min(dice)", "skip = max(dice)"),
    ("R-BREAK-3", DEALING, "SIDE_STARTS = (0, 41, 27, 14)", "SIDE_STARTS = (0, 40, 27, 13)"),
    ("R-BREAK-3", DEALING, "SIDE_STARTS = (0, 41, 27, 14)", "SIDE_STARTS = (0, 14, 27, 41)"),
    (
        "R-BREAK-4",
        TABLE,
        "    draw(t, True)\n\n\ncdef void added_kong",
        "    draw(t, False)\n\n\ncdef void added_kong",
    ),
    ("R-BREAK-4", TABLE, "t.p.flip = t.wall[t.head] if", "t.p.flip = t.wall[t.tail - 1] if"),
    ("R-SET-1", OPTIONS, "if not option.low <= value <= option.high:", "if value < option.low:"),
    ("R-SET-1", OPTIONS, "if not option.low <= value <= option.high:", "if value > option.high:"),
    (
        "R-SET-1",
        OPTIONS,
        "    if not isinstance(value, bool):\n        _refuse(option, place, value, "
        "RulesTypeError)\n",
        "",
    ),
    ("R-SET-2", "presets.py", '"hot_shot": (1, 0, 0, 0, 1, 3)', '"hot_shot": (1, 0, 0, 1, 1, 3)'),
    (
        "R-SET-2",
        "presets.py",
        'DEFAULT_PRESET: Final = "guiyang"',
        'DEFAULT_PRESET: Final = "duyun"',
    ),
    (
        "R-SET-3",
        RULES,
        "return msgspec.structs.replace(fan, **changes)",
        "return msgspec.structs.replace(Fans(), **changes)",
    ),
    ("R-SET-3", RULES, "rules: Rules = RuleFields.__copy__(self)", "rules: Rules = self"),
    ("R-SET-4", RULES, '"flush_triplets": mixed + flush', '"flush_triplets": flush'),
    ("R-SET-4", RULES, "self.fan.dragon_pairs + flush", "self.fan.flush_dragon"),
    (
        "R-SET-5",
        "rule_notes.py",
        "for note in NOTES if note.when(rules)]",
        "for note in NOTES if not note.when(rules)]",
    ),
    ("R-SUM-1", SETTLE, "    out.totals[payee] += line.amount\n", ""),
    ("R-SUM-2", SETTLE, "line.amount = units * p.base", "line.amount = units"),
    ("R-SUM-2", SETTLE, "line.amount = units * p.base", "line.amount = units + p.base - 1"),
    ("R-SUM-3", SETTLE, "if units == 0 or payer == payee:", "if payer == payee:"),
    ("R-SUM-3", SETTLE, "if units == 0 or payer == payee:", "if units == 0:"),
)

_PLAY: Final = (
    ("R-PLAY-1", STATE, "place // 4 if place < 12 * players else place - 12 * players", "place"),
    ("R-PLAY-1", STATE, "return (dealer + steps) % players", "return steps % players"),
    (
        "R-PLAY-2",
        TABLE,
        "        ask_hard(t, seat)\n    t.phase",
        "        t.claims[seat] = 0\n    t.phase",
    ),
    ("R-PLAY-2", LEGAL, "        and t.waits[seat & 3] != 0\n", ""),
    (
        "R-PLAY-3",
        LEGAL,
        "    if t.drawn >= 0 and has_bit(t.waits[t.turn], t.drawn):\n",
        "    if False:\n",
    ),
    ("R-PLAY-3", LEGAL, "out.concealed = held_quads(own.hand)", "out.concealed = 0"),
    (
        "R-PLAY-4",
        TABLE,
        "    if winners:\n        win(t, winners)",
        "    if winners and caller < 0:\n        win(t, winners)",
    ),
    (
        "R-PLAY-4",
        TABLE,
        "            winners |= 1u << seat\n",
        "            winners = 1u << seat\n",
    ),
    ("R-PLAY-4", LEGAL, "    if t.drawn < 0:\n        return\n", ""),
    (
        "R-PLAY-5",
        TABLE,
        "        open_window(t, PHASE_ROB)\n        if t.pending or t.patient:\n"
        "            return\n",
        "",
    ),
    (
        "R-PLAY-6",
        LEGAL,
        "        and wall_left(t)\n        and not own.declared\n",
        "        and not own.declared\n",
    ),
    (
        "R-PLAY-6",
        LEGAL,
        "    if wall_left(t):\n        out.concealed",
        "    if True:\n        out.concealed",
    ),
    ("R-PLAY-7", TABLE, "t.p.flip = t.wall[t.head] if", "t.p.flip = t.wall[t.tail - 1] if"),
    ("R-PLAY-7", TABLE, "t.p.flip = t.wall[t.head] if wall_left(t) else -1", "t.p.flip = -1"),
    ("R-PLAY-8", TABLE, "    t.waits[seat] = t.locked[seat] = 0\n", ""),
    ("R-PLAY-8", TABLE, "    own.declared = 0\n", ""),
    ("R-PLAY-8", TABLE, "if end and t.rules.dead_hand != DEAD_HAND_PAY:", "if False:"),
    ("R-PLAY-9", LEGAL, "win.kong_bloom = t.replacement", "win.kong_bloom = 0"),
    ("R-PLAY-9", LEGAL, "        win.hot_shot = 1\n", ""),
    (
        "R-PLAY-10",
        LEGAL,
        "if not t.called and not has_bit(t.discarded, seat):",
        "if not has_bit(t.discarded, seat):",
    ),
    ("R-PLAY-10", LEGAL, "if not t.called and not has_bit(t.discarded, seat):", "if not t.called:"),
    ("R-PLAY-10", LEGAL, "win.first_discard = t.first_discard", "win.first_discard = 0"),
)

ENTRIES: Final = (*_ENDS, *_AROUND, *_PLAY)
