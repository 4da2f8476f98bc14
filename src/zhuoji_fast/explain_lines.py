"""一笔账的话: each line of a ledger as text, with its seats, tile, rule and arithmetic."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from zhuoji_fast._core import positions
from zhuoji_fast.errors import WrongTypeError, ZhuojiError
from zhuoji_fast.explain_words import LANGUAGES, PATTERNS, STEPS, SUITS, WORDS
from zhuoji_fast.melds import MeldKind
from zhuoji_fast.options import FANS
from zhuoji_fast.tiles import (
    KINDS,
    counts_bytes,
    parse_tiles,
    tile_index,
    tile_name,
    tile_text,
)

if TYPE_CHECKING:
    from zhuoji_fast.position import Seat, WinRecord
    from zhuoji_fast.rules import Rules
    from zhuoji_fast.settlement import Line, Settlement, Steps

__all__ = ["CHICKENS", "LineText", "count_tile", "seat_names", "steps_sum"]

FAN_NAMES = tuple(fan.name for fan in FANS)
CHICKENS = {"1s": "yaoji", "8p": "wugu"}
_BREAKING = ("Cc", "Zl", "Zp")
OPENINGS = ("heavenly", "earthly", "first_draw_win")


class Term(NamedTuple):
    """A part of a sum: factors with their labels, and what they come to."""

    text: str
    value: int
    factors: int = 1


def _words(lang: str) -> dict[str, str]:
    if not isinstance(lang, str):
        raise WrongTypeError(f"lang must be text, not {type(lang).__name__}")
    if lang not in LANGUAGES:
        raise ZhuojiError(f"lang {lang!r}: expected 'zh' or 'en'")
    return WORDS[lang]


def _product(*factors: tuple[str, int]) -> Term:
    """Write factors as ``手上 3 × 金鸡 2``; a factor of 1 after the first two is left out."""
    kept = [factor for i, factor in enumerate(factors) if i < 2 or factor[1] != 1]
    value = 1
    for _, number in kept:
        value *= number
    return Term(" × ".join([text for text, _ in kept]), value, len(kept))


def _sum(terms: Sequence[Term]) -> tuple[str, int, bool]:
    """Text and value of a sum, and whether more than one number went into it."""
    text = terms[0].text
    for term in terms[1:]:
        text += f" {'−' if term.value < 0 else '+'} {term.text}"
    value = sum([term.value for term in terms])
    several = len(terms) > 1 or terms[0].factors > 1
    return f"{text} = {value}" if several else text, value, several


def _floors(rules: Rules) -> dict[str, bool]:
    """Whether a step sets the value so far instead of adding to it."""
    opening = rules.opening_mode == "floor"
    return {
        "declared": rules.declared_mode in ("set", "absorb"),
        "robbed_kong": rules.robbed_kong == "flush",
        "declared_loss": rules.declared_loss == "set",
        **dict.fromkeys(OPENINGS, opening),
    }


def steps_sum(
    steps: Steps, rules: Rules, lang: str, declared: str | None = None, players: int = 4
) -> str:
    """Write the steps of a win's value as a sum; `declared` is how the winner has declared."""
    return _sum(_step_terms(steps, rules, lang, declared, players))[0]


def _step_terms(
    steps: Steps, rules: Rules, lang: str, declared: str | None, players: int
) -> list[Term]:
    words = _words(lang)
    floors = _floors(rules)
    pattern, fan = steps[0]
    value = fan
    terms = [Term(f"{PATTERNS[lang][pattern]} {fan}", fan)]
    for name, amount in steps[1:]:
        value += amount
        label = _declaration(rules, lang, declared) if name == "declared" else STEPS[lang][name]
        text = f"{label} {abs(amount)}"
        absorbed = name == "declared" and rules.declared_mode == "absorb" and pattern != "ping"
        if floors.get(name) and not absorbed:
            key = "as_flush" if name == "robbed_kong" else "counts_as"
            text += words["remark"].format(words[key].format(label=label, value=value))
        elif name == "robbed_kong" and rules.robbed_kong == "kong_fee":
            fee = words["kong_fee"].format(n=players - 1, fee=rules.kong_added)
            text += words["remark"].format(fee)
        terms.append(Term(text, amount))
    return terms


def _declaration(rules: Rules, lang: str, declared: str | None) -> str:
    """Name a declaration: hard and soft only where there are both."""
    both = rules.declare == "hard_soft" and declared is not None
    return STEPS[lang][f"declared_{declared}" if both else "declared"]


def _chicken(flip: str | None) -> str | None:
    """Give the chicken that a turned tile points at: the next rank, 9 to 1."""
    return None if flip is None else f"{int(flip[0]) % 9 + 1}{flip[1]}"


def count_tile(tiles: str, tile: str) -> int:
    """Count a tile in tile text."""
    return parse_tiles(tiles).count(tile_index(tile))


def _melded(seat: Seat, tile: str) -> int:
    return sum([3 if meld.kind is MeldKind.PONG else 4 for meld in seat.melds if meld.tile == tile])


def seat_names(names: Sequence[str] | None, players: int, lang: str) -> tuple[str, ...]:
    """Names by which texts tell the seats apart.

    A seat without a name goes by its number; names that look alike have it in brackets.

    Raises
    ------
    ZhuojiError
        Names for another number of seats, or with characters that would break a line.
    WrongTypeError
        Names that are no text.
    """
    words = _words(lang)
    numbers = [words["seat"].format(number) for number in range(players)]
    if names is None:
        return tuple(numbers)
    if (
        isinstance(names, str)
        or not isinstance(names, Sequence)
        or not all(isinstance(name, str) for name in names)
    ):
        raise WrongTypeError("names must be a text for each seat")
    if len(names) != players:
        raise ZhuojiError(f"names: {len(names)} of them, there are {players} seats")
    for number, name in enumerate(names):
        if any(unicodedata.category(character) in _BREAKING for character in name):
            raise ZhuojiError(f"names[{number}]: {name!a} has a control character")
    plain = [name if is_visible(name) else numbers[i] for i, name in enumerate(names)]
    found = [*plain]
    while True:
        looks = [unicodedata.normalize("NFC", " ".join(name.split())) for name in found]
        alike = [
            number
            for number, look in enumerate(looks)
            if looks.count(look) > 1 and is_visible(names[number])
        ]
        if not alike:
            return tuple(found)
        # A name with its number may look like another that has none yet: hence once more.
        for number in alike:
            found[number] = plain[number] + words["remark"].format(numbers[number])


def is_visible(name: str) -> bool:
    """Whether a name has anything to see."""
    return any(character.isprintable() and not character.isspace() for character in name)


class LineText:
    """The lines of one settlement in one language."""

    def __init__(self, settlement: Settlement, lang: str, names: Sequence[str] | None) -> None:
        self.words = _words(lang)
        self.lang = lang
        self.settlement = settlement
        self.position = settlement.position
        self.rules: Rules = self.position.rules
        self.ting = settlement.ting
        self.players = len(self.position.seats)
        self.names = seat_names(names, self.players, lang)
        self.given = {
            shown for shown, name in zip(self.names, names or (), strict=False) if is_visible(name)
        }
        self.chicken = _chicken(self.position.flip)
        self.first = {first.tile: first for first in self.position.first_chicken}
        self._reasons: dict[str, Callable[[Line], tuple[str, list[Term]]]] = {
            "win": self._win,
            "kong": self._kong,
            "chicken": self._units,
            "charge": self._charged,
            "responsibility": self._responsibility,
            "bao": self._bao,
            "exhausted": self._best,
            "pass_fine": self._pass_fine,
            "dead_hand": self._dead_hand,
        }

    # ------------------------------------------------------------ words

    def tile(self, tile: str) -> str:
        """Name a tile."""
        return tile_name(tile) if self.lang == "zh" else f"{tile[0]} of {SUITS[tile[1]]}"

    def tiles(self, tiles: Sequence[str]) -> str:
        """Name tiles of which any will do; English names a suit that all share once."""
        shown = [self.tile(tile) for tile in tiles]
        if self.lang == "zh":
            return self.words["list"].join(shown)
        *most, last = shown
        if len({tile[1] for tile in tiles}) == 1:
            most = [tile[0] for tile in tiles[:-1]]
        return f"{self.words['list'].join(most)}{self.words['either']}{last}" if most else last

    def declaration(self, number: int) -> str:
        """Name how a seat has declared, if it has."""
        declared = self.position.seats[number].declared
        return "" if declared is None else _declaration(self.rules, self.lang, declared)

    def kind(self, tile: str) -> str:
        """Name a chicken: 幺鸡 and 乌骨鸡 are common, any other was flipped."""
        if self.is_common(tile):
            return self.words[CHICKENS[tile]]
        return self.words["flip"].format(tile=self.tile(tile))

    def is_common(self, tile: str) -> bool:
        """Tell 幺鸡, and 乌骨鸡 where it exists, from other tiles."""
        return tile == "1s" or (tile == "8p" and self.rules.wugu > 0)

    def pieces(self, n: int) -> str:
        """Write a number of tiles."""
        return self.words["piece" if n == 1 else "pieces"].format(n=n)

    def seats(self, numbers: Iterable[int], joint: str = "list") -> str:
        """Name seats one after the other."""
        return self.words[joint].join([self.names[number] for number in numbers])

    def pattern(self, name: str) -> str:
        """Name a pattern."""
        return PATTERNS[self.lang][name]

    def capital(self, text: str, start: str = "") -> str:
        """Begin an English sentence with a capital, unless `start` is a name as given."""
        if self.lang == "zh" or start in self.given:
            return text
        return text[:1].upper() + text[1:]

    def remark(self, text: str) -> str:
        """Put a remark in brackets, if there is one."""
        return self.words["remark"].format(text) if text else ""

    # ------------------------------------------------------------ lines

    def line(self, line: Line) -> str:
        """Write one line of the ledger."""
        reason, formula = self.reason(line)
        return self.words["line"].format(
            payer=self.names[line.payer],
            payee=self.names[line.payee],
            amount=line.amount,
            reason=reason,
            formula=formula,
        )

    def reason(self, line: Line) -> tuple[str, str]:
        """Say why one line is paid, and its arithmetic."""
        reason, terms = self._reasons[line.item](line)
        return reason, self.formula(terms)

    def formula(self, terms: Sequence[Term]) -> str:
        """Write the arithmetic from the terms to the amount."""
        text, value, several = _sum(terms)
        base = self.position.base
        if base == 1:
            return text
        start = f"{text}{self.words['comma']}{value}" if several else text
        return f"{start} × {self.words['base']} {base} = {value * base}"

    def _win(self, line: Line) -> tuple[str, list[Term]]:
        win = next(win for win in self.position.end.wins if win.seat == line.payee)
        assert not isinstance(line.why, str)
        return self.won(win), self.steps(win, line.why)

    def won(self, win: WinRecord) -> str:
        """Say how a tile was won."""
        key = "hot_shot" if win.hot_shot else win.by
        return self.words[key].format(
            winner=self.names[win.seat],
            thrower="" if win.source is None else self.names[win.source],
            tile=self.tile(win.tile),
            kong="" if win.kong is None else self.tile(win.kong),
        )

    def steps(self, win: WinRecord, steps: Steps) -> list[Term]:
        """Make terms of the steps of a win's value."""
        declared = self.position.seats[win.seat].declared
        return _step_terms(steps, self.rules, self.lang, declared, self.players)

    def _kong(self, line: Line) -> tuple[str, list[Term]]:
        kind = str(line.why)
        seat = self.position.seats[line.payee]
        meld = next(meld for meld in seat.melds if meld.tile == line.tile)
        units: int = getattr(self.rules, f"kong_{kind.removesuffix('_kong')}")
        key = kind
        thrower = ""
        if kind == MeldKind.EXPOSED_KONG and meld.source is not None:
            thrower = self.names[meld.source]
            if meld.source != line.payer:
                key = "exposed_kong_for"
        reason = self.words[key].format(
            owner=self.names[line.payee], thrower=thrower, tile=self.tile(meld.tile)
        )
        return reason, [Term(f"{self.words[f'{kind}_label']} {units}", units)]

    def _unit(self, tile: str) -> tuple[tuple[str, int], ...]:
        """Factors of one chicken of a kind: its unit, and gold."""
        name = CHICKENS[tile] if self.is_common(tile) else "flip"
        unit: int = getattr(self.rules, name)
        label = self.words[f"{name}_label"]
        return (f"{label} {unit}", unit), self._gold(tile)

    def _gold(self, tile: str, applies: bool = True) -> tuple[str, int]:
        gold = self.rules.gold if applies and self.is_gold(tile) else 1
        return f"{self.words['gold']} {gold}", gold

    def is_gold(self, tile: str) -> bool:
        """Tell whether a chicken is 金鸡."""
        return tile == self.chicken and self.is_common(tile)

    def charger(self, tile: str) -> int | None:
        """Give the seat in whose river a charge tile lies that is worth something."""
        first = self.first.get(tile)
        if first is None or first.claimed_by or not self._charge(tile):
            return None
        return first.seat

    def _charge(self, tile: str) -> int:
        charge: int = getattr(self.rules, f"charge_{CHICKENS[tile]}")
        return charge

    def _places(self, numbers: dict[str, int]) -> str:
        shown = [self.words[key].format(self.pieces(n)) for key, n in numbers.items() if n]
        return self.words["list"].join(shown)

    def _units(self, line: Line) -> tuple[str, list[Term]]:
        tile = str(line.tile)
        seat = self.position.seats[line.payee]
        common = self.is_common(tile)
        scope = self.rules.common_scope if common else self.rules.flip_scope
        in_hand = count_tile(seat.hand, tile)
        in_hand += sum([w.seat == line.payee and w.tile == tile for w in self.position.end.wins])
        places = {"in_hand": in_hand, "in_melds": _melded(seat, tile)}
        if scope == "all":
            charged = common and self.charger(tile) == line.payee
            places["in_river"] = count_tile(seat.river, tile) - charged
        reason = self.words["chicken"].format(
            owner=self.names[line.payee], chicken=self.kind(tile), places=self._places(places)
        )
        number = sum(places.values())
        return reason, [_product((self.pieces(number), number), *self._unit(tile))]

    def _charge_terms(self, tile: str) -> Term:
        charge = self._charge(tile)
        label, units = f"{self.words['charge_label']} {charge}", charge
        gold = self._gold(tile)
        if gold[1] == 1:
            return Term(label, units)
        return _product((label, units), gold)

    def claim_text(self, key: str, tile: str, **seats: str) -> str:
        """Say what became of a charge tile."""
        return self.words[key].format(chicken=self.kind(tile), **seats)

    def _charged(self, line: Line) -> tuple[str, list[Term]]:
        tile = str(line.tile)
        reason = self.claim_text("charge", tile, thrower=self.names[line.payee])
        return reason, [self._charge_terms(tile)]

    def _responsibility(self, line: Line) -> tuple[str, list[Term]]:
        tile = str(line.tile)
        first = self.first[tile]
        claimer = line.payer if line.payee == first.seat else line.payee
        reason = self.claim_text(
            self.claim(claimer, tile, first.seat),
            tile,
            claimer=self.names[claimer],
            thrower=self.names[first.seat],
        )
        unready = [seat for seat in (claimer, first.seat) if not self.ting[seat]]
        state = "both_ting" if not unready else "one_unready"
        state = self.words[state].format(seat=self.seats(unready, "and"))
        reason = self.words["state"].format(reason=reason, state=state)
        premium: int = getattr(self.rules, f"responsibility_{CHICKENS[tile]}")
        label = f"{self.words['responsibility_label']} {premium}"
        gold = self._gold(tile, self.rules.responsibility_gold)
        terms = [_product((label, premium), gold) if gold[1] > 1 else Term(label, premium)]
        pair = self.rules.responsibility_unready == "pair" and unready
        if pair and self._charge(tile):
            terms.append(self._charge_terms(tile))
        return reason, terms

    def claim(self, claimer: int, tile: str, thrower: int) -> str:
        """Say by which call, or by winning, a charge tile was claimed."""
        for meld in self.position.seats[claimer].melds:
            if meld.tile == tile and meld.source == thrower:
                exposed = meld.kind is MeldKind.EXPOSED_KONG
                return "claimed_kong" if exposed else "claimed_pong"
        return "claimed_win"

    def _bao(self, line: Line) -> tuple[str, list[Term]]:
        tile = str(line.tile)
        seat = self.position.seats[line.payer]
        charged = self.charger(tile) == line.payer
        places = {"in_river": count_tile(seat.river, tile) - charged}
        if self.rules.bao == "discards_melds" and not self.exempt(line.payer, tile):
            places["in_melds"] = _melded(seat, tile)
        number = sum(places.values())
        shown = self._places({"charged": int(charged), **places})
        terms = [_product((self.pieces(number), number), *self._unit(tile))] if number else []
        if charged:
            terms.append(self._charge_terms(tile))
        reason = self.words["bao"].format(
            payer=self.names[line.payer], chicken=self.kind(tile), places=shown
        )
        return reason, terms

    def exempt(self, seat: int, tile: str) -> bool:
        """Whether a claimer konged the charge tile at once and owes nothing for it."""
        first = self.first.get(tile)
        return (
            self.rules.kong_claim_exempt
            and first is not None
            and seat in first.claimed_by
            and self.claim(seat, tile, first.seat) == "claimed_kong"
        )

    def _dead_hand(self, line: Line) -> tuple[str, list[Term]]:
        if line.why == "highest_wait":
            return self._best(line)
        pay = self.rules.dead_hand_pay
        reason = self.words["nobody_ting"].format(payer=self.names[line.payer])
        return reason, [Term(f"{self.words['nobody_ting_label']} {pay}", pay)]

    def _best(self, line: Line) -> tuple[str, list[Term]]:
        """Say what the payee would win best with, the reason of `exhausted` and `dead_hand`."""
        fans = self.rules.fan
        patterns = {
            tile: self._finished(line.payee, tile) for tile in self.settlement.waits[line.payee]
        }
        fan = max([getattr(fans, pattern) for pattern in patterns.values()])
        best = {tile: name for tile, name in patterns.items() if getattr(fans, name) == fan}
        reason = self.words[line.item].format(
            payer=self.names[line.payer], payee=self.names[line.payee], tiles=self.tiles([*best])
        )
        names = [self.pattern(name) for name in dict.fromkeys(best.values())]
        return reason, [Term(f"{self.words['either'].join(names)} {fan}", fan)]

    def _finished(self, number: int, tile: str) -> str:
        """Name the pattern that a wait finishes."""
        seat = self.position.seats[number]
        melds = bytes([_melded(seat, tile_text(kind)) for kind in range(KINDS)])
        hand = counts_bytes(seat.hand, empty=True)
        rules = self.rules.compiled()
        return FAN_NAMES[positions.finished_row(rules, hand, melds, tile_index(tile))]

    def _fan(self, pattern: str) -> Term:
        fan: int = getattr(self.rules.fan, pattern)
        return Term(f"{self.pattern(pattern)} {fan}", fan)

    def _pass_fine(self, line: Line) -> tuple[str, list[Term]]:
        reason = self.words["pass_fine"].format(
            payer=self.names[line.payer], tile=self.tile(str(line.tile))
        )
        return reason, [self._fan(str(line.why))]
