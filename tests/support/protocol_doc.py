"""The made parts of `server/wire/PROTOCOL.md`: messages, fields, bounds, codes and endings.

The rest of that file is written by hand; what stands between two marks is made here from
the types. Run ``python -m tests.support.protocol_doc`` after a change of the wire.
"""

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, get_args

import msgspec
from msgspec import inspect as types

from server.aggregate.refusal import RefusalCode
from server.gateway.allowances import ADDRESS_RATES, PLAYER_RATES
from server.lobby.pools import POOLS
from server.rules.board import Side
from server.rules.deeds import DeedKind
from server.rules.ledger import Rejection, Why
from server.rules.rulesets import RULE_SET_NAMES
from server.rules.ruling import BanReason, Ending
from server.session.phrases import PHRASES
from server.session.talk import LINE_GRAPHEMES
from server.session.texts import DRAWS, ENDINGS, bye_text, ending_text, refusal_text
from server.session.throttle import CHARGES, CHAT, FAULTS, JOINS, MESSAGES, STARTS, Charge, Rate
from server.wire import parts, server, terms
from server.wire.client import AnyClientMessage
from server.wire.limits import MESSAGE_BYTES, ROOMS_PER_CONNECTION
from server.wire.server import AnyServerMessage, ByeCode
from tests.support.session_story import short_session

PATH: Final = Path(__file__).parent.parent.parent / "server" / "wire" / "PROTOCOL.md"
_MARKED: Final = re.compile(r"(<!-- made: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)

_PARTS: Final = (
    terms.GameTerms,
    terms.FischerClock,
    terms.ByoyomiClock,
    terms.ThreePartClock,
    terms.PerMoveClock,
    terms.CorrespondenceClock,
    terms.NoClock,
    terms.RuleTerms,
    parts.PlayerRef,
    parts.Settings,
    parts.DeviceInfo,
    parts.Seat,
    parts.PlayerRating,
    parts.SpeedRating,
    parts.RatingDay,
    parts.Ranked,
    parts.GameInfo,
    parts.MyGame,
    parts.Channel,
    parts.LadderRung,
    parts.LadderChallenge,
    parts.LadderChange,
    parts.Clock,
    parts.SideClock,
    parts.MoveLine,
    parts.Receipt,
    parts.OpenOffer,
    parts.Absence,
    parts.ChatLine,
    parts.LogEntry,
    parts.RepetitionWarning,
    parts.Outcome,
    parts.MarkedMove,
    parts.GameRef,
    parts.Pool,
    parts.OwnWait,
    parts.SeekInfo,
    parts.PersonInfo,
    parts.ConversationInfo,
    parts.LetterLine,
    parts.ReportInfo,
    parts.ActionInfo,
    parts.NewsItem,
    parts.ReadyCheck,
    parts.ChallengeInfo,
)
_EITHER: Final = frozenset({Ending.BAN_STALEMATE, *DRAWS})
"""Endings that a rule set may call a loss or a draw."""
_USUAL: Final = {
    "id": "the command's id; see *Commands*",
    "room": "the room's id",
    "version": "number of the event; see *Versions*",
    "digest": "hash of the log up to it",
    "at_ms": "when it was stored",
    "side": "who",
    "what": "what is proposed",
    "clock": "both clocks",
    "terms": "clock and rules",
    "text": "for people",
    "player": "the player's id",
    "name": "what to show",
    "ply": "plies played when it was made",
    "players_here": "players connected to this node",
    "spectators": "how many watch",
}


def document(written: str) -> str:
    """The whole file, with its made parts made anew."""

    def made(found: re.Match[str]) -> str:
        return f"{found[1]}\n{_MADE[found[2]]()}\n\n{found[3]}"

    return _MARKED.sub(made, written)


def _messages(union: object) -> str:
    return "\n\n".join(_chapter(message) for message in get_args(union))


def _chapter(struct: type[msgspec.Struct]) -> str:
    """One type: what it is for, and its fields."""
    tag = struct.__struct_config__.tag
    text, meanings = _docstring(struct)
    title = f"### `{tag}`" if issubclass(struct, _TAGGED) else f"### {struct.__name__}"
    return "\n\n".join(filter(None, [title, text, _fields(struct, meanings)]))


_TAGGED: Final = (server.ServerMessage, *get_args(AnyClientMessage))


def _docstring(struct: type[msgspec.Struct]) -> tuple[str, dict[str, str]]:
    """The text of a type, and the meanings of the fields it speaks about."""
    text, _, fields = (inspect.getdoc(struct) or "").partition("\n\nFields:\n")
    meanings: dict[str, str] = {}
    for entry in re.split(r"\n(?=    \w)", "\n" + fields):
        names, colon, meaning = entry.strip().partition(": ")
        if colon:
            flowing = re.sub(r"\s+", " ", meaning)
            meanings |= dict.fromkeys(names.split(", "), flowing)
    return re.sub(r"(?<!\n)\n(?!\n)", " ", text), meanings


def _fields(struct: type[msgspec.Struct], meanings: dict[str, str]) -> str:
    info = types.type_info(struct)
    assert isinstance(info, types.StructType)
    is_sent_by_clients = info.forbid_unknown_fields
    rows = [_row(field, meanings, is_sent_by_clients) for field in info.fields]
    if info.tag is not None:
        rows.insert(0, f'| `type` | `"{info.tag}"` | |')
    if not rows:
        return ""
    return "\n".join(["| field | value | |", "|---|---|---|", *rows])


def _row(field: types.Field, meanings: dict[str, str], may_be_left_out: bool) -> str:
    value = _type_text(field.type)
    if may_be_left_out and not field.required:
        value += f"; left out: {_default_text(field)}"
    meaning = meanings.get(field.name) or _USUAL.get(field.name, "")
    return f"| `{field.encode_name}` | {value} | {meaning} |"


def _default_text(field: types.Field) -> str:
    if field.default is not msgspec.NODEFAULT:
        return f"`{msgspec.json.encode(field.default).decode()}`"
    assert callable(field.default_factory)
    return f"`{msgspec.json.encode(field.default_factory()).decode()}`"


def _type_text(of: types.Type) -> str:
    """A type in words."""
    match of:
        case types.IntType(ge=low, le=high):
            return "integer" + _bounds(low, high)
        case types.StrType(min_length=low, max_length=high, pattern=pattern):
            return "text" + _bounds(low, high, " characters") + _alphabet(pattern)
        case types.BoolType():
            return "`true` or `false`"
        case types.NoneType():
            return "null"
        case types.CustomType():
            return "any value"
        case types.LiteralType(values=values):
            return ", ".join(f'`"{value}"`' for value in values)
        case types.EnumType(cls=enum):
            return ", ".join(f'`"{member.value}"`' for member in enum)
        case types.ListType(item_type=item, max_length=high):
            return f"list of {_type_text(item)}" + (f", {high} at most" if high else "")
        case types.TupleType(item_types=items):
            return "list of " + ", ".join(_type_text(item) for item in items)
        case types.DictType(key_type=key, value_type=value):
            return f"object of {_type_text(key)}: {_type_text(value)}"
        case types.UnionType(types=members):
            return " or ".join(_type_text(member) for member in members)
        case types.StructType(cls=struct):
            return f"[{struct.__name__}](#{struct.__name__.lower()})"
        case _:
            raise AssertionError(f"no words for {of}")


def _bounds(low: int | None, high: int | None, unit: str = "") -> str:
    if high is None:
        return "" if low is None else f", {low} at least"
    return f", {low or 0} to {high}{unit}"


def _alphabet(pattern: str | None) -> str:
    return (
        ""
        if pattern is None
        else f" of `{pattern.removeprefix('^').removesuffix('+' + chr(92) + 'Z')}`"
    )


def _limits() -> str:
    def rate(of: Rate) -> str:
        return f"{of.burst} at once, then one every {of.every_ms} ms"

    return _table(
        ("limit", "", "past it"),
        [
            ("bytes of a message", MESSAGE_BYTES, "close code 1009"),
            ("rooms joined on one connection", ROOMS_PER_CONNECTION, "`too_many_rooms`"),
            ("messages of a connection", rate(MESSAGES), "`too_fast`"),
            (f"of these {_charged(Charge.START)}", rate(STARTS), "`too_fast`"),
            (f"of these {_charged(Charge.JOIN)}", rate(JOINS), "`too_fast`"),
            *_shared_limits("of a player, on all connections", PLAYER_RATES, rate),
            *_shared_limits("of an address (of IPv6: of a /64)", ADDRESS_RATES, rate),
            ("lines of `chat` of a player", rate(CHAT), "`too_fast`"),
            (
                "signs of a line of `chat`, as a reader counts them",
                LINE_GRAPHEMES,
                "`text_too_long`",
            ),
            (
                "refusals as `bad_message` or `too_fast`",
                rate(FAULTS),
                "`bye` with `too_fast`, then close code 1008",
            ),
        ],
    )


def _charged(charge: Charge) -> str:
    kinds = (kind for kind, costs in CHARGES.items() if costs is charge)
    return ", ".join(f"`{kind.__struct_config__.tag}`" for kind in kinds)


def _shared_limits(
    whose: str, rates: Mapping[Charge, Rate], rate: Callable[[Rate], str]
) -> list[tuple[str, str, str]]:
    of_messages = (f"messages {whose}", rate(rates[Charge.MESSAGE]), "`too_fast`")
    dearer = [
        (f"of these {_charged(charge)}", rate(rates[charge]), "`too_fast`")
        for charge in (Charge.START, Charge.JOIN)
    ]
    return [of_messages, *dearer]


def _refusals() -> str:
    return _table(
        ("code", "text"), [(f"`{code}`", refusal_text(code, "en")) for code in RefusalCode]
    )


def _endings() -> str:
    rows = []
    for ending, worded in ENDINGS.items():
        has_winner = "{winner}" in worded.en
        winner = "a side or null" if ending in _EITHER else "a side" if has_winner else "null"
        text = ending_text(ending, Side.RED if has_winner else None, "en")
        rows.append((f"`{ending}`", winner, text))
    return _table(("ending", "winner", "text, for instance"), rows)


def _byes() -> str:
    return _table(("code", "text"), [(f"`{code}`", bye_text(code, "en")) for code in ByeCode])


def _names() -> str:
    pools = ", ".join(f"`{name}`" for name in POOLS)
    rules = ", ".join(f"`{name}`" for name in RULE_SET_NAMES)
    return f"Pools: {pools}.\n\nRule sets: {rules}."


def _phrases() -> str:
    rows = [(f"`{name}`", *worded) for name, worded in PHRASES.items()]
    return _table(("phrase", "en", "zh-Hans", "zh-Hant", "vi"), rows)


def _table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    cells = [tuple(head)]
    cells += [("---",) * len(cells[0]), *(tuple(map(str, row)) for row in rows)]
    return (
        "\n".join(f"| {' | '.join(row)} |" for row in cells)
        .replace("| --- ", "|---")
        .replace("--- |", "---|")
    )


def _reasons() -> str:
    return "\n\n".join(
        f"{title}: {', '.join(f'`{member.value}`' for member in enum)}."
        for title, enum in (
            ("`kind` of a deed", DeedKind),
            ("`why` the victim counts as unprotected", Why),
            ("`reason` an attack is not counted", Rejection),
            ("`reason` of a ban", BanReason),
        )
    )


_MADE: Final[dict[str, Callable[[], str]]] = {
    "limits": _limits,
    "client": lambda: _messages(AnyClientMessage),
    "server": lambda: _messages(AnyServerMessage),
    "parts": lambda: "\n\n".join(_chapter(part) for part in _PARTS),
    "refusals": _refusals,
    "endings": _endings,
    "byes": _byes,
    "names": _names,
    "reasons": _reasons,
    "phrases": _phrases,
    "session": lambda: f"```text\n{short_session()}\n```",
}


def main() -> int:
    """Bring the file up to date. Gives the exit code."""
    PATH.write_text(document(PATH.read_text()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
