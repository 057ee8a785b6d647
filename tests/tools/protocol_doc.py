"""The made parts of `server/protocol/README.md` and its pages: messages, fields, codes, endings.

The rest is written by hand; what stands between two marks is made here from the types. Links
within the pages are led to the page where their heading stands.
"""

import inspect
import json
import os
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
from msgspec import inspect as types

from tests.tools.client_tables import clients
from tests.tools.refusal_remedies import remedy
from tests.tools.session_story import short_session
from xiangqi_server.aggregates.lobby.pools import POOLS
from xiangqi_server.aggregates.players.devices import Scope
from xiangqi_server.api.http_routes import ROUTES
from xiangqi_server.api.policy import POLICY
from xiangqi_server.api.policy_row import Policy, Repeat, Role, When
from xiangqi_server.api.rate_limits import Charge
from xiangqi_server.api.room.chat import LINE_GRAPHEMES
from xiangqi_server.game.records.record import NoteCode
from xiangqi_server.game.rules.board.encoding import Side
from xiangqi_server.game.rules.board.fen import FenCode
from xiangqi_server.game.rules.board.validation import Flaw
from xiangqi_server.game.rules.repetition.ruling import Ending
from xiangqi_server.game.rules.rulesets import RULE_SET_NAMES
from xiangqi_server.limits import Cap, Limit, table
from xiangqi_server.texts.byes import bye_text
from xiangqi_server.texts.endings import DRAWS, ENDINGS, ending_text
from xiangqi_server.texts.phrases import PHRASES
from xiangqi_server.texts.records import tell_note, tell_refusal
from xiangqi_server.texts.refusals import REFUSALS, refusal_text
from xiangqi_server.wire import client as asked
from xiangqi_server.wire import parts, server, terms, tournament_actions, tournament_plan
from xiangqi_server.wire.client import AnyClientMessage
from xiangqi_server.wire.limits import MESSAGE_BYTES, ROOMS_PER_CONNECTION
from xiangqi_server.wire.server import AnyServerMessage, ByeCode
from xiangqi_server.wire.strict import lenient_structs, strict

ROOT: Final = Path(__file__).parents[2]
START: Final = ROOT / "server" / "protocol" / "README.md"
PAGES: Final = tuple(
    START.parent / f"{name}.md"
    for name in (
        "semantics",
        "cookbook",
        "play",
        "lobby",
        "tournaments",
        "people",
        "bots",
        "clients",
        "http",
        "operators",
    )
)
EXAMPLES: Final = ROOT / "client_js" / "examples"
QUICKSTART: Final = EXAMPLES / "quickstart.py"
QUICKSTART_JS: Final = EXAMPLES / "quickstart.mjs"
FIRST_CLIENT: Final = EXAMPLES / "first_client.py"
BOT: Final = EXAMPLES / "bot.py"
END_OF_TEXT: Final = r"\Z"
BAR: Final = r"\|"
"""A bar within a cell of a table."""
_MARKED: Final = re.compile(r"(<!-- made: (\w+) ?(\w*) -->\n).*?(<!-- end -->)", re.DOTALL)

PARTS: Final = (
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
    parts.SecurityEvent,
    parts.Seat,
    parts.PlayerRating,
    parts.SpeedRating,
    parts.RatingDay,
    parts.Ranked,
    parts.GameInfo,
    parts.MyGame,
    parts.BoardPosition,
    parts.ShownBoard,
    parts.NoticeWishes,
    parts.NoticeChannel,
    parts.LadderRung,
    parts.LadderChallengeInfo,
    parts.LadderChange,
    parts.Clock,
    parts.SideClock,
    parts.MoveLine,
    parts.Receipt,
    parts.OpenOffer,
    parts.BerserkSides,
    parts.Absence,
    parts.VacationSides,
    parts.ChatLine,
    parts.LogEntry,
    parts.RepetitionWarning,
    parts.WarningDetail,
    parts.SideWarning,
    parts.Deed,
    parts.LosingMove,
    parts.BannedMove,
    parts.Outcome,
    parts.Ruling,
    parts.RuledPly,
    parts.Chase,
    parts.RejectedChase,
    parts.SideAccount,
    parts.ToldPlies,
    parts.Doubt,
    parts.PlacedPiece,
    parts.CyclePiece,
    parts.MarkedMove,
    parts.GameRef,
    parts.Pool,
    parts.OwnWait,
    parts.SeekInfo,
    parts.ListedPlayer,
    parts.ConversationInfo,
    parts.MessageInfo,
    parts.ReportInfo,
    parts.ActionInfo,
    parts.FairPlayGame,
    parts.FairPlayFigure,
    parts.NewsItem,
    parts.FeedEntry,
    parts.ReadyCheck,
    parts.ChallengeInfo,
    parts.OfferInfo,
    parts.LineFlaw,
    parts.JudgedSet,
    parts.ReviewedLine,
    parts.ReviewMark,
    tournament_plan.TournamentPlan,
    tournament_plan.ArenaFormat,
    tournament_plan.RobinFormat,
    tournament_plan.SwissFormat,
    tournament_plan.KnockoutFormat,
    tournament_plan.TeamRobinFormat,
    tournament_plan.EntryConditions,
    tournament_actions.ForbidPairAction,
    tournament_actions.GiveByeAction,
    tournament_actions.RuleGameAction,
    tournament_actions.AppointArbiterAction,
    tournament_actions.InvitePlayerAction,
    tournament_actions.RemovePlayerAction,
    tournament_actions.FeatureAction,
    tournament_actions.AttendAction,
    tournament_actions.RoundAction,
    tournament_actions.SeatAction,
    asked.ListedPerson,
    asked.WrittenResult,
    parts.TournamentInfo,
    parts.TournamentEntrant,
    parts.ListedEntrant,
    parts.AskedBye,
    parts.TournamentGame,
    parts.TournamentResult,
    parts.OpenPair,
    parts.RoundGame,
    parts.TableCell,
    parts.GivenBye,
    parts.LogHead,
    parts.TournamentPlace,
    parts.TeamScore,
    parts.TeamMember,
    parts.TeamMatch,
    parts.TournamentNote,
    parts.TournamentWords,
    parts.BracketMatch,
    parts.BracketPlace,
)
_EITHER: Final = frozenset({Ending.BAN_STALEMATE, *DRAWS})
"""Endings that a rule set may call a loss or a draw."""
USUAL: Final = {
    "room": "the room's id",
    "version": "number of the event; see *Versions*",
    "digest": "hash of the log up to it",
    "at_ms": "when it was stored",
    "side": "the side it is about",
    "what": "what is proposed",
    "clock": "both clocks",
    "terms": "clock and rules",
    "text": "for people",
    "player": "the player's id",
    "name": "what to show",
    "ply": "plies played when it was made",
    "players_online": "people who are here, on all nodes; bots are not counted",
    "spectators": "how many watch",
    "tournament": "the tournament's id",
    "info": "its head",
}


def files() -> dict[Path, str]:
    """The pages as they have to be."""
    pages = {path: _made_anew(path.read_text(encoding="utf-8")) for path in (START, *PAGES)}
    anchors = {path: {name for _, _, name in anchored(text)} for path, text in pages.items()}
    return {path: _linked(path, text, anchors) for path, text in pages.items()}


def _made_anew(page: str) -> str:
    def made(found: re.Match[str]) -> str:
        mark, kind, topic, end = found.groups()
        if kind == "contents":
            text = _contents(page)
        else:
            text = _about(topic, _STRUCTS[kind]) if topic else _MADE[kind]()
        return f"{mark}\n{text}\n\n{end}"

    return _MARKED.sub(made, page)


def _headings(page: str) -> list[tuple[str, str]]:
    """Level and text of each heading, in order."""
    return re.findall(r"^(#+) (.*)$", page, re.MULTILINE)


def anchored(page: str) -> Iterator[tuple[str, str, str]]:
    """Level, text and anchor of each heading, in order; a second one of a name has a number."""
    seen: Counter[str] = Counter()
    for level, title in _headings(page):
        name = anchor(title)
        yield level, title, f"{name}-{seen[name]}" if seen[name] else name
        seen[name] += 1


def anchor(heading: str) -> str:
    """What a link to a heading ends in."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _program(language: str, path: Path) -> str:
    """A file word for word."""
    return f"```{language}\n{path.read_text(encoding='utf-8').rstrip()}\n```"


def _contents(page: str) -> str:
    """A line for each chapter."""
    titles = [title for level, title in _headings(page) if level == "##"]
    return "\n".join(f"- [{title}](#{anchor(title)})" for title in titles)


_LINK: Final = re.compile(r"\]\(([\w/.]+\.md)?#([\w-]+)\)")
_SEE: Final = re.compile(r"\bsee \*([^*]+)\*")


def _linked(path: Path, text: str, anchors: Mapping[Path, Collection[str]]) -> str:
    """A page whose links lead to where their headings are: as they say, or on the first page."""

    def linked(found: re.Match[str]) -> str:
        named = path.parent / (found[1] or path.name)
        at = [place for place, names in anchors.items() if found[2] in names]
        place = named if named in at else at[0]
        page = "" if place == path else os.path.relpath(place, path.parent)
        return f"]({page}#{found[2]})"

    told = _SEE.sub(lambda found: f"see [{found[1]}](#{anchor(found[1])})", text)
    return _LINK.sub(linked, told)


_OF_OPERATORS: Final = frozenset(
    {"moderation", "fair_play", "moderate", "close_report", "post_news", "withdraw_news"}
) | {parts.ReportInfo, parts.ActionInfo, parts.FairPlayGame, parts.FairPlayFigure}
"""The messages, by their `type`, and the parts that only operators send and see."""


_STRUCTS: Final[Mapping[str, tuple[type[msgspec.Struct], ...]]] = {
    "asked": get_args(AnyClientMessage),
    "told": get_args(AnyServerMessage),
    "parts": PARTS,
}


_TOPICS: Final = {
    "score": "room",
    "control": "room",
    "controls": "terms",
    "plan": "tournament_plan",
    "actions": "tournament_actions",
    "recorded": "rulings",
}
"""The topics of parts that the domain declares, where its module has another name."""


def _topic(struct: type[msgspec.Struct]) -> str:
    """What a message or a part is about: the name of its module, or operators."""
    is_theirs = _OF_OPERATORS & {struct, struct.__struct_config__.tag}
    module = struct.__module__.rpartition(".")[2]
    return "operators" if is_theirs else _TOPICS.get(module, module)


def _about(topic: str, structs: Iterable[type[msgspec.Struct]]) -> str:
    """All types of a kind that are about something."""
    return "\n\n".join(_chapter(struct) for struct in structs if _topic(struct) == topic)


def _index() -> str:
    """All messages of both directions, a row for each page, in the order of the alphabet."""
    rows = []
    for page in PAGES:
        topics = re.findall(r"<!-- made: (asked|told) (\w+) -->", page.read_text(encoding="utf-8"))
        sent, received = (_links(page, kind, topics) for kind in ("asked", "told"))
        if sent or received:
            rows.append((f"[{page.name}]({page.name})", sent, received))
    return _table(("page", "a client sends", "the server sends"), rows)


def _links(page: Path, kind: str, topics: Iterable[tuple[str, str]]) -> str:
    """Links to all messages of a direction that stand on a page with these topics.

    What is asked stands before what is told, also where both have one name.
    """
    places: dict[str, list[str]] = {}
    for level, title, name in anchored(page.read_text(encoding="utf-8")):
        if level == "###":
            places.setdefault(title.strip("`"), []).append(name)
    here = {topic for direction, topic in topics if direction == kind}
    tags = sorted(
        str(struct.__struct_config__.tag) for struct in _STRUCTS[kind] if _topic(struct) in here
    )
    at = -1 if kind == "told" else 0
    return ", ".join(f"[{tag}]({page.name}#{places.get(tag, [tag])[at]})" for tag in tags)


def _chapter(struct: type[msgspec.Struct]) -> str:
    """One type: what it is for, and its fields."""
    tag = struct.__struct_config__.tag
    text, meanings = described(struct)
    title = f"### `{tag}`" if issubclass(struct, _TAGGED) else f"### {struct.__name__}"
    return "\n\n".join(filter(None, [title, text, _fields(struct, meanings)]))


_TAGGED: Final = (server.ServerMessage, *get_args(AnyClientMessage))


def described(struct: type) -> tuple[str, dict[str, str]]:
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
    if is_sent(info):
        info = types.type_info(strict(struct))
        assert isinstance(info, types.StructType)
    may_miss = may_leave_out(info)
    told_once = _envelope(struct) - meanings.keys()
    rows = [_row(field, meanings, may_miss) for field in info.fields if field.name not in told_once]
    if info.tag is not None and not issubclass(struct, _TAGGED):
        rows.insert(0, f'| `type` | `"{info.tag}"` | |')
    if not rows:
        return ""
    return "\n".join(["| field | value | |", "|---|---|---|", *rows])


def _envelope(struct: type[msgspec.Struct]) -> frozenset[str]:
    """The fields that the introduction of the reference tells once for all messages."""
    if issubclass(struct, server.RoomEvent):
        return frozenset({"room", "version", "digest", "at_ms"})
    return frozenset({"id"}) if issubclass(struct, _TAGGED) else frozenset()


def _row(field: types.Field, meanings: dict[str, str], may_be_left_out: bool) -> str:
    value = _type_text(field.type)
    if may_be_left_out and not field.required:
        value += left_out(field)
    meaning = meanings.get(field.name) or USUAL.get(field.name, "")
    return f"| `{field.encode_name}` | {value} | {meaning} |"


_SENT: Final = lenient_structs(AnyClientMessage)


def is_sent(struct: types.StructType) -> bool:
    """Whether clients send it, in which no unknown field may stand."""
    return struct.forbid_unknown_fields or struct.cls in _SENT


def may_leave_out(struct: types.StructType) -> bool:
    """Whether it travels without the fields that have a default."""
    return is_sent(struct) or bool(struct.cls.__struct_config__.omit_defaults)


def left_out(field: types.Field) -> str:
    """What it means that a field is left out."""
    if field.default is not msgspec.NODEFAULT:
        default = field.default
    elif callable(field.default_factory):
        default = field.default_factory()
    else:
        return "; may be left out"
    return f"; left out: `{msgspec.json.encode(default).decode()}`"


def words_of(named: Any) -> tuple[Any, ...]:
    """The words of a closed set, in their order, be it an enum or a `Literal`."""
    if isinstance(named, type) and issubclass(named, StrEnum):
        return tuple(member.value for member in named)
    return get_args(named)


WORD_ENUMS: Final = frozenset(
    named
    for named in vars(terms).values()
    if isinstance(named, type) and issubclass(named, StrEnum)
)
"""Closed sets of the domain that the wire passes on."""


def as_told(of: types.Type) -> types.Type:
    """A type as the protocol tells it, to which an enum of the wire's terms is its words."""
    if isinstance(of, types.EnumType) and of.cls in WORD_ENUMS:
        return types.LiteralType(tuple(sorted(words_of(of.cls))))
    return of


def _type_text(of: types.Type) -> str:
    """A type in words."""
    match as_told(of):
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
        case (
            types.ListType(item_type=item, max_length=high)
            | types.VarTupleType(item_type=item, max_length=high)
        ):
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


_SIGNS: Final = re.compile(r"\^(\[[^\]]+\])\+\\Z")
"""A pattern that only says of which characters a text is."""


def _alphabet(pattern: str | None) -> str:
    r"""What a pattern asks for, told to readers whose dialect has no `\Z`."""
    if pattern is None:
        return ""
    signs = _SIGNS.fullmatch(pattern)
    if signs is not None:
        return f" of `{signs[1]}`"
    return f" that matches `{pattern.replace(END_OF_TEXT, '$').replace('|', BAR)}`"


def _limits() -> str:
    rows = [_limit_row(row) for row in table()]
    return _table(
        ("limit", "", "past it"),
        [
            ("bytes of a message", MESSAGE_BYTES, "close code 1009"),
            ("rooms joined on one connection", ROOMS_PER_CONNECTION, "`too_many_rooms`"),
            *rows,
            (
                "signs of a line of `chat`, as a reader counts them",
                LINE_GRAPHEMES,
                "`text_too_long`",
            ),
        ],
    )


def _limit_row(row: Limit | Cap) -> tuple[str, object, str]:
    what = row.what.replace("{starts}", _charged(Charge.START))
    what = what.replace("{joins}", _charged(Charge.JOIN))
    if isinstance(row, Cap):
        return what, row.most, row.told
    return what, f"{row.burst} at once, then one every {row.every_ms} ms", row.told


def _charged(charge: Charge) -> str:
    kinds = (kind for kind, row in POLICY.items() if row.cost is charge)
    return ", ".join(f"`{kind.__struct_config__.tag}`" for kind in kinds)


def _refusals() -> str:
    return _table(
        ("code", "remedy", "text"),
        [(f"`{code}`", remedy(code), refusal_text(code, "en")) for code in REFUSALS],
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


def _flaws() -> str:
    rows = [(f"`{code}`", tell_refusal(code, "", "en")) for code in (*FenCode, *Flaw)]
    rows += [
        (f"`{code}`", tell_note(code, "h2e2", "en"))
        for code in (NoteCode.ILLEGAL, NoteCode.UNREADABLE)
    ]
    return _table(("code", "text, for instance"), rows)


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


def _addresses() -> str:
    rows = []
    for asks, route in ROUTES:
        asked, told = (f"`{one.__struct_config__.tag}`" for one in (asks, route.answer))
        parameters = ", ".join(f"`{name}`" for name in route.query)
        rows.append((f"`{route.path}`", route.summary, parameters, f"{asked} → {told}"))
    return _table(("address", "", "parameters", "message → answer"), rows)


_TOKEN: Final = {Scope.READ: "looks", Scope.PLAY: "plays", Scope.OWN: "owner's"}
_SEAT: Final = {Role.NEW: "", Role.WELCOMED: "", Role.SPECTATOR: "joined", Role.SEATED: "a player"}
_COPY: Final = {
    Repeat.ALWAYS_NEW: "as new",
    Repeat.ANSWERED_AGAIN: "answered again",
    Repeat.KNOWN_FURTHER_ON: "answered again, at the price of a message",
}


def _needs() -> str:
    head = ("message", "to its room", "token", "costs", "besides", "sent again", "adds")
    return _table(head, [_need(str(k.__struct_config__.tag), row) for k, row in POLICY.items()])


def _starts(when: When) -> str:
    return f"starts a game if `{when.field}` is `{json.dumps(when.value)}`"


def _need(tag: str, row: Policy) -> tuple[str, ...]:
    """What one message needs and does; see `_needs`."""
    when = row.starts_game
    traits = {
        "starts a game": when is True,
        _starts(when) if isinstance(when, When) else "": True,
        "counts as a game": row.asks_for_game,
        "says words": row.says_words,
        "stores a guest": row.stores_sender,
        "holds the next": row.holds_next,
        "no bots": not row.for_bots,
    }
    adds = f"{row.adds.portions} + {row.adds.copies}x" if row.adds.copies else "nothing"
    told = ", ".join(name for name, is_true in traits.items() if name and is_true)
    cost = row.cost.name.lower()
    return f"`{tag}`", _SEAT[row.role], _TOKEN[row.scope], cost, told, _COPY[row.repeat], adds


_MADE: Final[dict[str, Callable[[], str]]] = {
    "index": _index,
    "limits": _limits,
    "needs": _needs,
    "refusals": _refusals,
    "endings": _endings,
    "byes": _byes,
    "names": _names,
    "flaws": _flaws,
    "addresses": _addresses,
    "phrases": _phrases,
    "quickstart": lambda: _program("python", QUICKSTART),
    "quickstart_js": lambda: _program("js", QUICKSTART_JS),
    "first_client": lambda: _program("python", FIRST_CLIENT),
    "bot": lambda: _program("python", BOT),
    "clients": clients,
    "session": lambda: f"```text\n{short_session()}\n```",
}
