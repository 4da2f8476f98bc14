"""The one list of rule options.

The fields of :class:`~zhuoji_fast.rules.Rules`, the struct that compiled code reads
(``_core/rules.pxd``), the JSON Schema and the tables of ``docs/rules.md`` all follow this list;
``tools/gen_rules.py`` writes what has to be written out, and ``--check`` proves that it is so.
"""

from typing import Final, Literal, TypedDict, Unpack, cast

import msgspec

from zhuoji_fast.presets import DEFAULT_PRESET, PRESET_FANS, PRESET_NAMES, PRESET_VALUES

__all__ = ["FANS", "MOST", "OPTIONS", "PLAYERS", "Kind", "Option", "Stage"]

Kind = Literal["number", "flag", "word", "words", "players"]
Stage = Literal["settlement", "dealer", "table"]

MOST: Final = 1000
"""Largest amount of any option."""

PLAYERS: Final = (2, 3, 4)
"""Numbers of players that can sit at a table."""


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """One rule option.

    Attributes
    ----------
    name : str
        Field name, the same in documents, in Python and in C.
    kind : {"number", "flag", "word", "words", "players"}
        Whole number, boolean, one word, several words, or allowed numbers of players.
    zh, doc : str
        The game's own word and one English line.
    rule : str
        Id in ``docs/rules.md`` of the rule that the option belongs to.
    low, high : int
        Range of a number.
    choices : dict of str
        Words that are allowed, with what each means, in the order of the C constants.
    whole : str
        Word that stands for the list of all choices, "" if there is none.
    acts : {"settlement", "dealer", "table"}
        Where it can matter: in settling a position, only in who deals next, or only in play.
        The last two leave every settlement as it is.
    also : tuple of str
        Ids of further rules that read the option.
    presets : tuple
        Value in each preset, in the order of ``PRESET_NAMES``.
    """

    name: str
    kind: Kind
    zh: str
    doc: str
    rule: str
    low: int = 0
    high: int = MOST
    choices: dict[str, str] = {}
    whole: str = ""
    acts: Stage = "settlement"
    also: tuple[str, ...] = ()
    presets: tuple[object, ...] = ()

    @property
    def default(self) -> object:
        """Value in the preset that is meant when none is named."""
        return self.presets[PRESET_NAMES.index(DEFAULT_PRESET)]

    @property
    def allowed(self) -> str:
        """What may stand here, in words for messages and tables."""
        if self.kind == "number":
            return f"a whole number {self.low} to {self.high}"
        if self.kind == "flag":
            return "true or false"
        if self.kind == "word":
            return ", ".join(self.choices)
        if self.kind == "players":
            return "a list of " + ", ".join(map(str, PLAYERS)) + ", at least one of them"
        several = "a list of " + ", ".join(self.choices)
        return f"{self.whole}, or {several}" if self.whole else several

    def code(self, value: object) -> int:
        """Give the number that stands for an allowed value in the C struct."""
        if self.kind == "word":
            return list(self.choices).index(str(value))
        if self.kind == "words":
            words = list(self.choices)
            given = words if value == self.whole else cast("tuple[str, ...]", value)
            return sum(1 << words.index(word) for word in given)
        if self.kind == "players":
            return sum(1 << number for number in cast("tuple[int, ...]", value))
        return int(cast("int", value))


class _More(TypedDict, total=False):
    low: int
    high: int
    choices: dict[str, str]
    whole: str
    acts: Stage
    also: tuple[str, ...]


def _fan(name: str, zh: str, rule: str, doc: str, low: int = 1) -> Option:
    return Option(
        name=name, kind="number", zh=zh, rule=rule, doc=doc, low=low, presets=PRESET_FANS[name]
    )


def _option(kind: Kind, name: str, zh: str, rule: str, doc: str, **more: Unpack[_More]) -> Option:
    return Option(
        name=name, kind=kind, zh=zh, rule=rule, doc=doc, presets=PRESET_VALUES[name], **more
    )


def _number(name: str, zh: str, rule: str, doc: str, **more: Unpack[_More]) -> Option:
    return _option("number", name, zh, rule, doc, **more)


def _flag(name: str, zh: str, rule: str, doc: str, **more: Unpack[_More]) -> Option:
    return _option("flag", name, zh, rule, doc, **more)


def _word(name: str, zh: str, rule: str, doc: str, **more: Unpack[_More]) -> Option:
    return _option("word", name, zh, rule, doc, **more)


def _words(name: str, zh: str, rule: str, doc: str, **more: Unpack[_More]) -> Option:
    return _option("words", name, zh, rule, doc, **more)


FANS: Final = (
    _fan("ping", "平胡", "R-PAT-2", "four sets and a pair"),
    _fan("all_triplets", "大对子", "R-PAT-3", "four triplets or kongs and a pair"),
    _fan("seven_pairs", "七对", "R-PAT-4", "seven different pairs"),
    _fan("dragon_pairs", "龙七对", "R-PAT-5", "seven pairs, one of them doubled"),
    _fan("flush", "清一色", "R-PAT-6", "four sets and a pair in one suit"),
    _fan("flush_triplets", "清大对", "R-PAT-7", "all triplets in one suit"),
    _fan("flush_pairs", "清七对", "R-PAT-8", "seven pairs in one suit"),
    _fan("flush_dragon", "青龙背", "R-PAT-9", "dragon pairs in one suit"),
    _fan("single_wait", "单钓", "R-PAT-10", "four melds and a lone tile; 0 = no such pattern", 0),
    _fan("flush_single_wait", "清单钓", "R-PAT-11", "the same in one suit; 0 = no such pattern", 0),
)
"""Base fan of each pattern, in the order of the value table."""

OPTIONS: Final = (
    _option(
        "players",
        "players",
        "人数",
        "R-TILE-4",
        "numbers of players that may sit down",
        low=2,
        high=4,
    ),
    _word(
        "first_dealer",
        "首庄",
        "R-DEAL-1",
        "who deals the first hand",
        choices={"random": "drawn from the seed", "dice": "seat 0 throws two dice"},
        acts="table",
    ),
    _word(
        "double_win_dealer",
        "一炮双响接庄",
        "R-DEAL-3",
        "who deals after two players won on one tile",
        choices={
            "from_dealer": "the first winner counted from the old dealer on, himself first",
            "from_discarder": "the first winner counted from the seat after the discarder",
            "discarder": "the discarder",
        },
        acts="dealer",
    ),
    _word(
        "exhausted_dealer",
        "黄庄坐庄",
        "R-DEAL-5",
        "who deals after an exhausted wall or a dead hand",
        choices={
            "stay": "the same dealer",
            "ting": "the same dealer if ting, else the first ting player after him",
        },
        acts="dealer",
    ),
    _number("dealer_bonus", "坐庄", "R-VAL-14", "added to a win in which the dealer takes part"),
    _flag(
        "dealer_bonus_both",
        "庄家输赢都计",
        "R-VAL-14",
        "dealer and streak bonus also where the dealer pays, not only where he wins",
    ),
    _flag(
        "streak_counts",
        "连庄",
        "R-VAL-15",
        "add the number of hands the dealer has already held in a row",
    ),
    _flag(
        "streak_counts_exhausted",
        "黄庄连庄",
        "R-DEAL-6",
        "a hand nobody won makes the streak longer",
        acts="dealer",
    ),
    _flag(
        "dragon_needs_quad_tile",
        "龙七对须胡四张",
        "R-PAT-13",
        "龙七对 only if the winning tile is one of the four",
    ),
    _words(
        "passport_kinds",
        "通行证",
        "R-WIN-3",
        "kinds of kong that let a plain hand win on a discard",
        choices={"exposed": "点豆", "concealed": "闷豆", "added": "转弯豆"},
        whole="all",
    ),
    _words(
        "passport_waivers",
        "免通行证",
        "R-WIN-4",
        "when a plain hand may win on a discard without a kong",
        choices={
            "declared": "the winner has declared",
            "declared_discarder": "the discarder has declared",
            "hot_shot": "the discard follows the discarder's kong",
            "robbed_kong": "the tile is robbed from an added kong",
        },
        also=("R-WIN-5", "R-WIN-6", "R-WIN-7"),
    ),
    _word(
        "pass_lock",
        "过胡",
        "R-WIN-10",
        "what a player who passes a win may no longer win on",
        choices={
            "off": "nothing is locked",
            "same_tile": "that tile, until his next draw",
            "any": "any discard, until his next draw",
            "declared": "a declared player: any discard to the end of the hand",
        },
        acts="table",
    ),
    _word(
        "self_draw",
        "自摸",
        "R-VAL-3",
        "one more for a self-drawn win",
        choices={
            "none": "never",
            "plain": "plain hands that declaring has not raised",
            "all": "always",
        },
    ),
    _number("kong_bloom", "杠上开花", "R-VAL-4", "added to a win on the replacement tile"),
    _flag(
        "kong_bloom_keeps_base",
        "不减底",
        "R-VAL-5",
        "a big hand that blooms gains one more",
    ),
    _number("heavenly", "天胡", "R-VAL-6", "worth of the dealer's win with the dealt 14"),
    _number("earthly", "地胡", "R-VAL-7", "worth of a non-dealer's opening win", also=("R-WIN-8",)),
    _word(
        "opening_mode",
        "天地胡计法",
        "R-VAL-9",
        "how an opening win counts",
        choices={"floor": "the value is raised to at least its worth", "add": "its worth is added"},
    ),
    _word(
        "earthly_when",
        "地胡条件",
        "R-VAL-7",
        "which opening win is 地胡",
        choices={
            "first_discard": "a win on the dealer's first discard",
            "first_draw": "a self-draw on the first draw, before any call",
        },
        also=("R-WIN-8",),
    ),
    _number(
        "first_draw_win",
        "接地",
        "R-VAL-8",
        "worth of an undeclared first-draw self-draw of a non-dealer dealt ting",
    ),
    _word(
        "declare",
        "报听",
        "R-DECL-1",
        "whether and how ting may be declared",
        choices={
            "off": "no declaring",
            "single": "with one's own first discard",
            "hard_soft": "硬报 of the dealt hand, 软听 after the first draw",
        },
        also=("R-DECL-2",),
    ),
    _number("declare_hard", "硬报", "R-DECL-1", "worth of a hard (or the single) declaration"),
    _number("declare_soft", "软听", "R-DECL-1", "worth of a soft declaration"),
    _word(
        "declared_mode",
        "报听胡牌",
        "R-VAL-2",
        "how the worth of the winner's declaration counts",
        choices={
            "set": "the value is raised to at least the worth",
            "absorb": "a plain hand is worth just that, a big one that much more",
            "add": "the worth is added",
        },
    ),
    _word(
        "declared_loss",
        "杀报",
        "R-VAL-12",
        "what a declared player who pays for a win pays for that",
        choices={
            "none": "nothing",
            "set": "the value is raised to at least the worth of his declaration",
            "add": "the worth of his declaration is added",
        },
    ),
    _flag(
        "declared_loss_on_self_draw",
        "自摸杀报",
        "R-VAL-13",
        "杀报 on self-draws too, not only on a discard or robbery",
    ),
    _word(
        "robbed_kong",
        "抢杠",
        "R-VAL-10",
        "what robbing an added kong is worth",
        choices={
            "hand": "the hand alone",
            "flush": "at least a 清一色",
            "kong_fee": "what the added kong would have brought its owner, on top",
        },
    ),
    _word(
        "robbed_kong_burns",
        "抢杠烧",
        "R-KONG-11",
        "what the robbed player loses",
        choices={"kong": "the kong alone", "all": "all his kong and chicken income (全烧)"},
    ),
    _number("hot_shot", "热炮", "R-VAL-11", "added to a win on the discard after a kong"),
    _word(
        "hot_shot_burns",
        "热炮烧",
        "R-KONG-9",
        "what the discarder of a hot shot loses",
        choices={
            "none": "nothing",
            "kong": "the kong just made",
            "all": "all his kong and chicken income",
        },
    ),
    _number("kong_exposed", "点豆", "R-KONG-2", "paid by the discarder of the fourth tile"),
    _number("kong_concealed", "闷豆", "R-KONG-3", "paid by every other player"),
    _number("kong_added", "转弯豆", "R-KONG-4", "paid by every other player"),
    _flag(
        "late_kong_can_be_robbed",
        "憨包豆可抢",
        "R-KONG-7",
        "the tile of a late added kong may be won on",
        acts="table",
    ),
    _flag(
        "dealt_quad_is_late",
        "起手四张算憨包",
        "R-KONG-8",
        "a quad dealt whole counts as a late kong at once",
        acts="table",
    ),
    _number("yaoji", "幺鸡", "R-CHK-2", "unit of each 1s", low=1),
    _number("wugu", "乌骨鸡", "R-CHK-3", "unit of each 8p; 0 = no such chicken"),
    _number("flip", "翻鸡", "R-CHK-4", "unit of each flipped chicken"),
    _number("gold", "金鸡", "R-CHK-5", "times the unit if the flip names a common chicken", low=1),
    _word(
        "common_scope",
        "常鸡内外",
        "R-CHK-6",
        "where 幺鸡 and 乌骨鸡 count",
        choices={
            "hand_meld": "in hand and melds (手上鸡)",
            "all": "among own unclaimed discards too (内外鸡)",
        },
    ),
    _word(
        "flip_scope",
        "翻鸡内外",
        "R-CHK-7",
        "where the flipped chicken counts",
        choices={
            "hand_meld": "in hand and melds (手上鸡)",
            "all": "among own unclaimed discards too (内外鸡)",
        },
    ),
    _number(
        "charge_yaoji",
        "冲锋鸡",
        "R-CHK-8",
        "worth of the first 幺鸡 discarded; 0 = off",
        also=("R-CHK-9",),
    ),
    _number(
        "charge_wugu",
        "冲锋乌骨",
        "R-CHK-8",
        "worth of the first 乌骨鸡 discarded; 0 = off",
        also=("R-CHK-9",),
    ),
    _number("responsibility_yaoji", "责任鸡", "R-RESP-2", "premium for a claimed first 幺鸡"),
    _number("responsibility_wugu", "责任乌骨", "R-RESP-2", "premium for a claimed first 乌骨鸡"),
    _flag("responsibility_gold", "责任金鸡", "R-RESP-3", "gold multiplies the premium too"),
    _flag(
        "responsibility_on_win",
        "胡走责任鸡",
        "R-RESP-4",
        "winning on the tile claims it as pong and kong do",
    ),
    _word(
        "responsibility_unready",
        "责任鸡未叫牌",
        "R-RESP-5",
        "what is owed when one of discarder and claimer is not ting",
        choices={
            "none": "only a ting claimer gets the premium",
            "reverse": "a claimer not ting owes the premium to a ting discarder",
            "pair": "the one not ting owes premium and charge to the other",
        },
        also=("R-RESP-6", "R-RESP-7"),
    ),
    _flag(
        "kong_claim_exempt",
        "开杠不包",
        "R-RESP-8",
        "a claimer not ting who konged the tile owes nothing for it",
    ),
    _word(
        "bao",
        "包鸡",
        "R-BAO-1",
        "shown common chickens a player not ting pays for",
        choices={
            "none": "none",
            "discards": "his unclaimed discards",
            "discards_melds": "his unclaimed discards and melds",
        },
        also=("R-BAO-2", "R-BAO-3"),
    ),
    _word(
        "exhausted",
        "黄牌查叫",
        "R-EXH-2",
        "what is paid when the wall is empty",
        choices={
            "none": "nothing",
            "hand": "the best hand over the waits",
            "chickens": "the chickens",
        },
        also=("R-EXH-3", "R-EXH-5"),
    ),
    _word(
        "pass_fine",
        "包牌",
        "R-PASS-1",
        "fine for passing a win before another player wins",
        choices={"off": "no fine", "own_fan": "the fan of the own hand, to each other player"},
        also=("R-PASS-2",),
    ),
    _word(
        "dead_hand",
        "相公",
        "R-DEAD-1",
        "what happens when a player holds too many or too few tiles",
        choices={
            "play_on": "the hand goes on, he is never ting",
            "pay": "the hand ends on discovery, he pays",
        },
        also=("R-DEAD-2", "R-DEAD-3"),
    ),
    _number("dead_hand_pay", "相公包牌", "R-DEAD-2", "paid to each player if nobody else is ting"),
    _flag(
        "dead_hand_pays_all",
        "相公包鸡豆",
        "R-DEAD-4",
        "with chickens and kongs where somebody is ting",
    ),
)
"""All options but the fans, in the order of documents."""
