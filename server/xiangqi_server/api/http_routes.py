"""Which plain HTTP address asks what: each is one message of the protocol that changes nothing.

So what may be asked, what it costs and what is answered are those of the message; the answer is its
JSON without the `id`, which a request over HTTP does not need.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final, cast
from urllib.parse import parse_qsl, unquote

import msgspec
from msgspec import inspect

from xiangqi_server.aggregate.refusal import CommonRefusal, Refused, require
from xiangqi_server.wire import client as wire
from xiangqi_server.wire import server
from xiangqi_server.wire.client import AnyClientMessage
from xiangqi_server.wire.codec import Format, WireError, decode
from xiangqi_server.wire.refusals import MessageRefusal

ROOT: Final = "/api/"
_ID: Final = "http"
"""The id of every message that is made of an address; nobody sees it."""
_MOST_PARAMETERS: Final = 16
_IN_PATH: Final = re.compile(r"\{(\w+)\}")
_ESCAPED: Final = re.compile(r"(?:[^%]|%[0-9A-Fa-f]{2})*")
_BARE: Final = re.compile(r"-?(?:0|[1-9][0-9]*)|true|false")
"""What stands in JSON without quotes, as the socket takes it."""


@dataclass(frozen=True, slots=True)
class Route:
    """One address.

    Fields:
        name: for programs that are made from the list.
        path: with the fields of the message that stand in it, in braces.
        asks: the message.
        answer: what the server says to it; of a stream, the first line if it begins anew.
        summary: what it gives, as a title.
        query: fields of the message by their names behind the question mark.
        needs_player: it is about whoever asks, who has to show a token.
        is_stream: it goes on, line by line.
    """

    name: str
    path: str
    asks: type[wire.Request]
    answer: type[server.ServerMessage]
    summary: str
    query: tuple[tuple[str, str], ...] = ()
    needs_player: bool = False
    is_stream: bool = False

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of the message that stand in the path."""
        return tuple(_IN_PATH.findall(self.path))


def _same(*names: str) -> tuple[tuple[str, str], ...]:
    return tuple((name, name) for name in names)


_OF_GAMES: Final = _same(
    "player",
    "opponent",
    "result",
    "rules",
    "speed",
    "rated",
    "opening",
    "moves",
    "from_ms",
    "to_ms",
    "tournament",
    "after",
)

ROUTES: Final = (
    Route("game", "/api/game/{room}", wire.Join, server.Room, "A game as it stands"),
    Route(
        "game_stream",
        "/api/game/{room}/stream",
        wire.Join,
        server.Room,
        "A game from a version on, line by line, until it is over",
        query=(("version", "since"),),
        is_stream=True,
    ),
    Route("games", "/api/games", wire.Games, server.Games, "Games that are over", _OF_GAMES),
    Route(
        "live_games",
        "/api/live",
        wire.LiveGames,
        server.LiveGames,
        "Games that are being played",
        _same("order", "speed", "after"),
    ),
    Route(
        "player_by_name",
        "/api/player",
        wire.Profile,
        server.Profile,
        "A player, by name",
        _same("name"),
    ),
    Route("player", "/api/player/{player}", wire.Profile, server.Profile, "A player"),
    Route(
        "ratings",
        "/api/player/{player}/ratings",
        wire.Ratings,
        server.Ratings,
        "How strong a player is",
    ),
    Route(
        "rating_history",
        "/api/player/{player}/history/{speed}",
        wire.RatingHistory,
        server.RatingHistory,
        "How a rating went, day by day",
        _same("after"),
    ),
    Route(
        "find_players",
        "/api/players",
        wire.FindPlayers,
        server.Players,
        "Players by the beginning of their names",
        _same("prefix", "after"),
    ),
    Route(
        "leaderboard",
        "/api/leaderboard/{speed}",
        wire.Leaderboard,
        server.Leaderboard,
        "The strongest players of a speed",
        _same("after"),
    ),
    Route(
        "ladder",
        "/api/ladder",
        wire.LadderPage,
        server.LadderShown,
        "The ladder from the top",
        _same("after"),
    ),
    Route(
        "tournaments",
        "/api/tournaments",
        wire.Tournaments,
        server.Tournaments,
        "Tournaments",
        _same("of", "after"),
    ),
    Route(
        "tournament",
        "/api/tournament/{tournament}",
        wire.WatchTournament,
        server.TournamentShown,
        "A tournament as it stands",
    ),
    Route(
        "tournament_standings",
        "/api/tournament/{tournament}/standings",
        wire.TournamentStandings,
        server.TournamentStandings,
        "A page of the standings",
        _same("rank", "around"),
    ),
    Route(
        "tournament_round",
        "/api/tournament/{tournament}/round",
        wire.TournamentRound,
        server.TournamentRound,
        "A round, the latest if none is named",
        _same("round"),
    ),
    Route(
        "tournament_table",
        "/api/tournament/{tournament}/table",
        wire.TournamentTable,
        server.TournamentTable,
        "Who has played whom",
    ),
    Route(
        "tournament_bracket",
        "/api/tournament/{tournament}/bracket",
        wire.TournamentBracket,
        server.TournamentBracket,
        "The matches of a knock-out",
    ),
    Route(
        "tournament_teams",
        "/api/tournament/{tournament}/teams",
        wire.TournamentTeams,
        server.TournamentTeams,
        "The teams in their order",
    ),
    Route(
        "tournament_notes",
        "/api/tournament/{tournament}/notes",
        wire.TournamentNotes,
        server.TournamentNotes,
        "What organisers and arbiters have done",
        _same("after"),
    ),
    Route(
        "tournament_player",
        "/api/tournament/{tournament}/player/{player}",
        wire.TournamentPlayer,
        server.TournamentPlayer,
        "What a player has done in a tournament",
    ),
    Route(
        "my_games",
        "/api/my/games",
        wire.MyGames,
        server.MyGames,
        "The games you play",
        needs_player=True,
    ),
)


_PATTERNS: Final = tuple(
    (re.compile(_IN_PATH.sub(r"(?P<\1>[^/]{1,200})", route.path)), route) for route in ROUTES
)


@dataclass(frozen=True, slots=True)
class Lookup:
    """What a request asks.

    Fields:
        message: the same, as it would be asked over the socket.
    """

    route: Route
    message: AnyClientMessage


def read_address(path: str, query: str) -> Lookup:
    """What is asked by an address, path and query as they were sent.

    It is written as it would be sent over the socket, and read like anything that comes from there.

    Raises:
        Refused: `NO_SUCH_ADDRESS`, or `BAD_MESSAGE` with what is wrong with it.
    """
    for pattern, route in _PATTERNS:
        found = pattern.fullmatch(path)
        if found is not None:
            return Lookup(route, _message(route, found.groupdict(), query))
    raise Refused(MessageRefusal.NO_SUCH_ADDRESS)


def _message(route: Route, in_path: dict[str, str], query: str) -> AnyClientMessage:
    bare = _bare_fields(route.asks)
    try:
        fields = {name: _unquoted(text) for name, text in in_path.items()} | _fields(route, query)
        content = {
            name: msgspec.Raw(text.encode()) if name in bare and _BARE.fullmatch(text) else text
            for name, text in fields.items()
        }
        tag = route.asks.__struct_config__.tag
        return decode(msgspec.json.encode({**content, "type": tag, "id": _ID}), Format.JSON)
    except (ValueError, WireError) as error:
        raise Refused(CommonRefusal.BAD_MESSAGE, str(error)) from None


@cache
def _bare_fields(asks: type[wire.Request]) -> frozenset[str]:
    """The fields of a message that are numbers, or true or false."""
    info = cast("inspect.StructType", inspect.type_info(asks))
    return frozenset(field.name for field in info.fields if _is_bare(field.type))


def _is_bare(type_: inspect.Type) -> bool:
    if isinstance(type_, inspect.UnionType):
        return any(map(_is_bare, type_.types))
    return isinstance(type_, inspect.IntType | inspect.BoolType)


def _unquoted(text: str) -> str:
    """Raises: ValueError: it is no UTF-8, or a `%` in it escapes nothing."""
    if _ESCAPED.fullmatch(text) is None:
        raise ValueError("A % is not followed by two hexadecimal digits.")
    return unquote(text, errors="strict")


def _fields(route: Route, query: str) -> dict[str, str]:
    """The fields behind the question mark.

    Raises:
        ValueError: they cannot be read.
        Refused: `BAD_MESSAGE`: they are others, or doubled.
    """
    names = dict(route.query)
    fields: dict[str, str] = {}
    _unquoted(query)
    for name, value in parse_qsl(
        query, keep_blank_values=True, errors="strict", max_num_fields=_MOST_PARAMETERS
    ):
        known = ", ".join(names) or "none"
        require(name in names, CommonRefusal.BAD_MESSAGE, f"No parameter {name!r}; known: {known}.")
        require(names[name] not in fields, CommonRefusal.BAD_MESSAGE, f"More than one {name!r}.")
        fields[names[name]] = value
    return fields
