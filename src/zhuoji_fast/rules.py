"""规则: a rule set as a value, its presets, and the documents it is read from."""

import codecs
import hashlib
from collections.abc import Callable, Mapping
from functools import cached_property
from operator import attrgetter
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, cast, final

import msgspec
from msgspec.structs import force_setattr

from zhuoji_fast._core.rules import compile_rules
from zhuoji_fast.documents import RepeatedKeyError, decode_json
from zhuoji_fast.errors import RulesError, RulesTypeError
from zhuoji_fast.option_checks import checked, shown, unknown
from zhuoji_fast.options import FANS, OPTIONS
from zhuoji_fast.presets import DEFAULT_PRESET, PRESET_NAMES, ROOM_SCALES
from zhuoji_fast.rule_fields import Fans, RuleFields
from zhuoji_fast.rule_notes import notes_of
from zhuoji_fast.rule_schema import rules_schema

__all__ = ["PRESETS", "Fans", "Rules"]

_FAN_NAMES: Final = tuple(fan.name for fan in FANS)
_OPTION_NAMES: Final = tuple(option.name for option in OPTIONS)
_OPTIONS: Final = {option.name: option for option in OPTIONS}
_fan_values: Final = attrgetter(*_FAN_NAMES)
_option_values: Final = attrgetter(*_OPTION_NAMES)


class _NamedOptions(msgspec.StructMeta):
    """Rules made by calling the class: wrong names are told as everywhere else."""

    def __call__(cls, *values: object, **options: object) -> Any:  # noqa: N805  (a metaclass)
        if values:
            raise RulesTypeError(
                f"rules: {shown(values[0])} has no name (allowed: options by name; "
                "Rules.from_value takes a preset's name or a document)"
            )
        for name in options:
            if name not in _OPTIONS and name != "fan":
                raise unknown("rules", "option", name, ("fan", *_OPTION_NAMES))
        return super().__call__(**options)


@final
class Rules(RuleFields, frozen=True, kw_only=True, dict=True, metaclass=_NamedOptions):
    """规则: every option of a rule set; frozen, hashable and equal by value.

    ``Rules()`` is the preset ``guiyang``. The options are fields; :mod:`zhuoji_fast.options`
    lists them and ``docs/rules.md`` explains them.

    Parameters
    ----------
    fan : Fans or mapping of str to int
        Fans of patterns; those left out are the preset's.
    **options
        Any other options.

    Raises
    ------
    RulesError
        A name or a value is not allowed; the message names its place and lists what is.
    RulesTypeError
        It is also of a type that is never allowed there (also a :class:`TypeError`).

    Notes
    -----
    A value remembers the preset it was made from (:attr:`origin`), only to be written as that
    preset with changes: two rule sets with the same options are equal wherever they come from.

    Examples
    --------
    >>> rules = Rules.preset("duyun").replace(charge_yaoji=3, fan={"seven_pairs": 10})
    >>> rules.fan.seven_pairs, rules.fan.flush, rules.charge_yaoji
    (10, 10, 3)
    >>> rules.to_dict()
    {'preset': 'duyun', 'fan': {'seven_pairs': 10}, 'charge_yaoji': 3}
    >>> Rules().replace(wugu=-1)
    Traceback (most recent call last):
    ...
    zhuoji_fast.errors.RulesError: rules.wugu: -1 is not allowed (allowed: a whole number 0 to 1000)
    """

    def __post_init__(self) -> None:
        fan = self.fan if isinstance(self.fan, Fans) else _merged(Fans(), self.fan)
        fan = _checked_fans(fan)
        if fan is not self.fan:
            force_setattr(self, "fan", fan)
        for option, value in zip(OPTIONS, _option_values(self), strict=True):
            new = checked(option, value)
            if new is not value:
                force_setattr(self, option.name, new)

    # ------------------------------------------------------------ making

    @classmethod
    def preset(cls, name: str, *, scale: str | None = None, **changes: Any) -> "Rules":
        """预设: rules of a preset, in a room scale and with changes if wanted.

        Parameters
        ----------
        name : str
            One of ``PRESETS``.
        scale : {"5/10", "8/15", "10/20"}, optional
            Room scale a/b, as :meth:`scaled` (rule R-SET-4).
        **changes
            As in :meth:`replace`.

        Raises
        ------
        RulesError
            Unknown preset or scale, or a change that is not allowed.

        Examples
        --------
        >>> Rules.preset("guiyang_traditional", scale="8/15").fan.flush_triplets
        23
        """
        if not isinstance(name, str) or name not in PRESETS:
            raise unknown("rules", "preset", name, PRESET_NAMES)
        rules = PRESETS[name]
        if scale is not None:
            rules = rules.scaled(scale)
        return rules.replace(**changes) if changes else rules

    @classmethod
    def from_value(cls, value: object) -> "Rules":
        """Rules of whatever may name them.

        Parameters
        ----------
        value : Rules, str or mapping
            Rules, a preset's name, or a document as :meth:`from_dict` takes it.

        Raises
        ------
        RulesError, RulesTypeError
            As :meth:`preset` and :meth:`from_dict`.
        """
        if isinstance(value, cls):
            return value
        if isinstance(value, str):
            return cls.preset(value)
        if isinstance(value, Mapping):
            return cls.from_dict(value)
        raise RulesTypeError(
            f"rules: {shown(value)} is not allowed (allowed: the name of a preset, "
            "or an object with a preset and options)"
        )

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> "Rules":
        """房规: rules of a preset with changes.

        Parameters
        ----------
        document : mapping
            ``preset`` (``guiyang`` if left out) and the options that differ from it; of ``fan``
            only the patterns that differ.

        Raises
        ------
        RulesError, RulesTypeError
            A name or a value is not allowed; the message names its place.

        Examples
        --------
        >>> Rules.from_dict({"preset": "duyun", "charge_yaoji": 3}).charge_yaoji
        3
        """
        if not isinstance(document, Mapping):
            raise RulesTypeError(f"rules: {shown(document)} is no object")
        changes = dict(document)
        name = changes.pop("preset", DEFAULT_PRESET)
        if not isinstance(name, str) or name not in PRESETS:
            raise unknown("rules.preset", "preset", name, PRESET_NAMES)
        return PRESETS[name]._changed(changes, ("preset", "fan", *_OPTION_NAMES))

    @classmethod
    def from_json(cls, text: str | bytes) -> "Rules":
        """Rules of a JSON text: a preset's name in quotes, or an object as :meth:`from_dict`.

        Raises
        ------
        RulesError, RulesTypeError
            The text is no JSON, has a key twice in one object, or is not the JSON of rules.
        """
        return cls.from_value(_decoded(text, decode_json))

    @classmethod
    def load(cls, path: str | Path) -> "Rules":
        """Rules of a ``.json`` or ``.toml`` file holding a document as :meth:`from_dict` takes.

        Raises
        ------
        RulesError, RulesTypeError
            The file is neither, or holds no rules; the message names file and place.
        OSError
            The file cannot be read.
        """
        path = Path(path)
        decode = _DECODERS.get(path.suffix.lower())
        if decode is None:
            raise RulesError(f"{path}: unknown kind of file (allowed: {', '.join(_DECODERS)})")
        data = path.read_bytes()
        try:
            return cls.from_value(_decoded(data, decode))
        except RulesError as exc:
            raise type(exc)(f"{path}: {exc}") from None

    def replace(self, **changes: Any) -> "Rules":
        """Give rules with some options changed.

        Parameters
        ----------
        **changes
            Options by name; ``fan`` takes the patterns that change.

        Raises
        ------
        RulesError, RulesTypeError
            A name or a value is not allowed.

        Examples
        --------
        >>> Rules().replace(fan={"flush": 12}).diff("guiyang")
        {'fan.flush': (12, 10)}
        """
        return self._changed(changes, ("fan", *_OPTION_NAMES))

    __replace__ = replace

    def scaled(self, scale: str) -> "Rules":
        """混5清10: these rules in a room scale a/b (rule R-SET-4).

        Parameters
        ----------
        scale : {"5/10", "8/15", "10/20"}
            All triplets are worth a, a flush b, flush triplets a + b; a flush of pairs or dragon
            pairs b more than without the flush.

        Raises
        ------
        RulesError
            Unknown scale, or a fan that would pass the largest one allowed.
        """
        if not isinstance(scale, str) or scale not in ROOM_SCALES:
            raise unknown("scale", "room scale", scale, ROOM_SCALES)
        mixed, flush = ROOM_SCALES[scale]
        return self.replace(
            fan={
                "all_triplets": mixed,
                "flush": flush,
                "flush_triplets": mixed + flush,
                "flush_pairs": self.fan.seven_pairs + flush,
                "flush_dragon": self.fan.dragon_pairs + flush,
            }
        )

    def _changed(self, changes: Mapping[str, Any], allowed: tuple[str, ...]) -> "Rules":
        # A bare copy, so that only what changes is checked.
        rules: Rules = RuleFields.__copy__(self)  # type: ignore[attr-defined]
        rules.__dict__["_origin"] = self.origin
        for name, value in changes.items():
            if name == "fan":
                force_setattr(rules, name, _checked_fans(_merged(self.fan, value)))
            elif name in _OPTIONS:
                force_setattr(rules, name, checked(_OPTIONS[name], value))
            else:
                raise unknown("rules", "option", name, allowed)
        return rules

    # ------------------------------------------------------------ writing

    @property
    def origin(self) -> str:
        """Preset that this value was made from; no part of the value."""
        origin: str = self.__dict__.get("_origin", DEFAULT_PRESET)
        return origin

    def to_value(self) -> str | dict[str, Any]:
        """Give the shortest document: a preset's name, or a preset with changes.

        The preset is the one that the options are equal to, else :attr:`origin`.

        Examples
        --------
        >>> Rules().to_value(), Rules(gold=3).to_value()
        ('guiyang', {'preset': 'guiyang', 'gold': 3})
        """
        for name, preset in PRESETS.items():
            if self == preset:
                return name
        return {"preset": self.origin, **_differences(self, PRESETS[self.origin])}

    def to_dict(self, *, full: bool = False) -> dict[str, Any]:
        """Give the document that :meth:`from_dict` reads back.

        Parameters
        ----------
        full : bool
            Every option in place of a preset and the changes.
        """
        if full:
            options = {name: _plain(getattr(self, name)) for name in _OPTION_NAMES}
            return {"fan": dict(self.fan), **options}
        value = self.to_value()
        return {"preset": value} if isinstance(value, str) else value

    def to_json(self, *, full: bool = False) -> str:
        """Give the JSON text of :meth:`to_value`, or of every option."""
        value = self.to_dict(full=True) if full else self.to_value()
        return msgspec.json.encode(value).decode()

    @staticmethod
    def schema() -> dict[str, Any]:
        """JSON Schema (2020-12) of what :meth:`from_json` reads."""
        return rules_schema()

    # ------------------------------------------------------------ asking

    def diff(self, other: object) -> dict[str, tuple[Any, Any]]:
        """Options in which two rule sets differ.

        Parameters
        ----------
        other : Rules, str or mapping
            As :meth:`from_value`.

        Returns
        -------
        dict of str to tuple
            For each such option this value's and the other's; fans as ``"fan.flush"``.

        Examples
        --------
        >>> Rules.preset("duyun").diff(Rules.preset("duyun", charge_yaoji=3))
        {'charge_yaoji': (2, 3)}
        """
        mine, others = _flat(self), _flat(Rules.from_value(other))
        return {name: (mine[name], others[name]) for name in mine if mine[name] != others[name]}

    def digest(self) -> str:
        """Hash of all options as 32 hexadecimal digits, for records; the same in every process.

        Examples
        --------
        >>> Rules().digest() == Rules.from_value("guiyang").digest()
        True
        """
        text = msgspec.json.encode(self.to_dict(full=True), order="sorted")
        return hashlib.blake2b(text, digest_size=16).hexdigest()

    def notes(self, lang: str = "en") -> list[str]:
        """Settings that are unusual or cannot matter, in words (rule R-SET-5).

        Nothing else in the library raises or warns because of them.

        Parameters
        ----------
        lang : {"en", "zh"}
            Language of the notes.

        Examples
        --------
        >>> Rules().notes()
        []
        >>> Rules(declare="off", declared_loss="none").notes()
        ["passport_waivers names 'declared', but nobody can declare"]
        """
        return notes_of(self, lang)

    def compiled(self) -> bytes:
        """Give the bytes of the C struct that compiled code reads, made once a value."""
        return self._compiled

    @cached_property
    def _compiled(self) -> bytes:
        codes = [
            value if type(value) is int else option.code(value)
            for option, value in zip(OPTIONS, _option_values(self), strict=True)
        ]
        return compile_rules([*_fan_values(self.fan), *codes])

    # ------------------------------------------------------------ protocol

    def __repr__(self) -> str:
        return f"Rules.from_value({self.to_value()!r})"

    def __reduce__(self) -> tuple[Callable[..., "Rules"], tuple[str, dict[str, Any]]]:
        return _made, (self.origin, self.to_dict(full=True))

    def __copy__(self) -> "Rules":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Rules":
        return self


def _made(origin: str, values: Mapping[str, Any]) -> Rules:
    rules = Rules(**values)
    rules.__dict__["_origin"] = origin
    return rules


def _merged(fan: Fans, changes: object) -> Fans:
    """Fans with some of them changed; values are checked where the rules are made."""
    if isinstance(changes, Fans):
        return changes
    if not isinstance(changes, Mapping):
        raise RulesTypeError(
            f"rules.fan: {shown(changes)} is not allowed (allowed: an object of patterns)"
        )
    for name in changes:
        if name not in _FAN_NAMES:
            raise unknown("rules.fan", "pattern", name, _FAN_NAMES)
    return msgspec.structs.replace(fan, **changes)


def _checked_fans(fan: Fans) -> Fans:
    values = _fan_values(fan)
    new = tuple(checked(*pair, "rules.fan") for pair in zip(FANS, values, strict=True))
    if all(a is b for a, b in zip(values, new, strict=True)):
        return fan
    return Fans(**cast("dict[str, int]", dict(zip(_FAN_NAMES, new, strict=True))))


def _flat(rules: Rules) -> dict[str, Any]:
    fans = {f"fan.{name}": fan for name, fan in dict(rules.fan).items()}
    return fans | dict(zip(_OPTION_NAMES, _option_values(rules), strict=True))


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _differences(rules: Rules, base: Rules) -> dict[str, Any]:
    """What a document has to say beside the base."""
    changes: dict[str, Any] = {}
    if rules.fan != base.fan:
        fans = dict(base.fan)
        changes["fan"] = {name: f for name, f in dict(rules.fan).items() if f != fans[name]}
    for name in _OPTION_NAMES:
        value = getattr(rules, name)
        if value != getattr(base, name):
            changes[name] = _plain(value)
    return changes


def _decoded(data: str | bytes, decode: Callable[[bytes], object]) -> object:
    if not isinstance(data, str | bytes):
        raise RulesTypeError(f"rules: {shown(data)} is no text")
    try:
        raw = data.encode() if isinstance(data, str) else data
        return decode(raw.removeprefix(codecs.BOM_UTF8))
    except RepeatedKeyError as exc:
        raise RulesError(f"rules: {exc}") from None
    except (msgspec.DecodeError, ValueError, RecursionError) as exc:
        raise RulesError(f"rules: not readable: {exc}") from None


def _decode_toml(data: bytes) -> object:
    import tomllib  # noqa: PLC0415  (only files need it)

    return tomllib.loads(data.decode())


_DECODERS: Final[dict[str, Callable[[bytes], object]]] = {
    ".json": decode_json,
    ".toml": _decode_toml,
}


def _preset(column: int, name: str) -> Rules:
    values: dict[str, Any] = {option.name: option.presets[column] for option in OPTIONS}
    values["fan"] = {fan.name: fan.presets[column] for fan in FANS}
    return _made(name, values)


PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {name: _preset(column, name) for column, name in enumerate(PRESET_NAMES)}
)
"""预设: the presets by name, read-only."""
