"""What a stranger may send, one line a message type: permitted things, in no sensible order.

A new message type joins by its line here; `test_strangers.py` fails until it has one. A line
makes the fields of a message that can be read; whether it is right just now is for the
server to say. Rooms, players and names are mostly ones that somebody has heard of.
"""

import random
import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from xiangqi_server.aggregates.lobby.pools import POOLS
from xiangqi_server.wire.limits import (
    CHAT_CHARS,
    ENTRANT_NAME_CHARS,
    MESSAGE_CHARS,
    TOURNAMENT_NAME_CHARS,
)

Fields = dict[str, Any]

PASSWORD: Final = "a horse, a cannon"
MOVES: Final = ("h2e2", "h9g7", "b0c2", "b9c7", "a0b0", "a9b9", "C2=5", "炮二平五")
CLOCKS: Final[tuple[Fields, ...]] = (
    {"type": "fischer", "main_ms": 20_000},
    {"type": "fischer", "main_ms": 300_000, "increment_ms": 3_000},
    {"type": "byoyomi", "main_ms": 0, "period_ms": 5_000, "periods": 2},
    {"type": "per_move", "move_ms": 10_000},
    {"type": "correspondence", "days": 1},
    {"type": "none"},
)
FORMATS: Final[tuple[Fields, ...]] = (
    {"type": "arena", "minutes": 5},
    {"type": "arena", "minutes": 5, "berserk": False},
    {"type": "robin", "break_s": 5},
    {"type": "robin", "double": True, "break_s": 5},
    {"type": "swiss", "rounds": 3, "break_s": 5},
    {"type": "swiss", "rounds": 11, "break_s": 5},
    {"type": "knockout", "games": 2},
    {"type": "arena", "minutes": 5, "teams": ["Red", "Black"], "leaders": 2},
    {"type": "team_robin", "teams": ["East", "West", "North"], "boards": 2, "break_s": 5},
)
RULES: Final[tuple[Fields, ...]] = (
    {"name": "axf"},
    {"name": "axf", "forbid": True},
    {"name": "club", "count": True},
    {"name": "loop3"},
    {"name": "cxa"},
    {"name": "cxa", "forbid": True},
    {"name": "cxa", "always": True},
    {"name": "cxa", "nine_rounds": True},
    {"name": "cxa", "nine_rounds": True},
)
"""Rule sets with their options, the dearest more often."""
SANCTIONS: Final[tuple[Fields, ...]] = (
    {"sanction": "warn", "for_ms": 0},
    {"sanction": "mute", "for_ms": 60_000},
    {"sanction": "ban", "for_ms": 60_000},
    {"sanction": "ban", "for_ms": 3_600_000},
    {"sanction": "lift", "for_ms": 0},
)
OFFERS: Final = ("draw", "takeback", "abort", "rematch")
LANGUAGES: Final = ("en", "zh-Hans", "zh-Hant", "vi")


@dataclass(slots=True)
class Known:
    """What everybody has heard of, and anybody may name.

    Fields:
        rooms, players, names, seeks, news, tournaments: ids and names that were told to somebody.
        now_ms: the server's time, as last told.
        moves: room -> the ply to be played, and moves that are legal there.
        played: room -> the latest moves.
    """

    rooms: list[str] = field(default_factory=list)
    players: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    seeks: list[str] = field(default_factory=list)
    news: list[str] = field(default_factory=list)
    tournaments: list[str] = field(default_factory=list)
    now_ms: int = 0
    moves: dict[str, tuple[int, list[str]]] = field(default_factory=dict)
    played: dict[str, list[str]] = field(default_factory=dict)

    def hear(self, message: Fields) -> None:
        """Remember what a message names; each list keeps its latest."""
        _remember(self.rooms, message.get("room"))
        _remember(self.rooms, message.get("next"))
        _remember(self.players, message.get("player"))
        _remember(self.tournaments, message.get("tournament"))
        self.now_ms = message.get("now_ms") or self.now_ms
        if message["type"] == "legal":
            self.moves[message["room"]] = (message["ply"], message["moves"].split())
        if message["type"] == "moved":
            played = self.played.setdefault(message["room"], [])
            played.append(message["uci"])
            del played[:-2]
        for listed in message.values():
            for row in listed if isinstance(listed, list) else ():
                if isinstance(row, dict):
                    _remember(self.rooms, row.get("room"))
                    _remember(self.seeks, row.get("seek"))
                    _remember(self.news, row.get("item"))
                    _remember(self.tournaments, row.get("tournament"))


_KEPT: Final = 40


def _remember(kept: list[str], value: object) -> None:
    if isinstance(value, str) and value not in kept:
        kept.append(value)
        del kept[:-_KEPT]


class Choice:
    """One stranger's chance, and what may be named.

    Attributes:
        own: rooms this one looks at or plays in; mostly one of them is meant.
        keys: room -> the key of a seat, as this one was given it.
        rush: the room everybody means just now, None most of the time.
    """

    def __init__(self, chance: random.Random, known: Known) -> None:
        self.chance = chance
        self.known = known
        self.own: list[str] = []
        self.keys: dict[str, str] = {}
        self.rush: str | None = None

    def hear(self, message: Fields) -> None:
        """Take in what was told to this one."""
        self.known.hear(message)
        if message["type"] in ("room", "game_opened"):
            _remember(self.own, message.get("room"))

    def one(self, *values: Any) -> Any:
        """One of these."""
        return self.chance.choice(values)

    def maybe(self) -> bool:
        """Yes or no."""
        return self.chance.random() < 0.5

    def room(self) -> str:
        """A room somebody has heard of; now and then one that there is not."""
        if self.rush is not None:
            return self.rush
        if self.own and self.chance.random() < 0.8:
            return self.chance.choice(self.own[-3:])
        return self._of(self.known.rooms, lambda: self._letters(16))

    def player(self) -> str:
        """A player's id."""
        return self._of(self.known.players, lambda: self._letters(16))

    def seek(self) -> str:
        """A seek's id."""
        return self._of(self.known.seeks, lambda: self._letters(12))

    def news(self) -> str:
        """The id of an item of the news."""
        return self._of(self.known.news, lambda: self._letters(12))

    def tournament(self) -> str:
        """The id of a tournament."""
        return self._of(self.known.tournaments, lambda: self._letters(12))

    def tournament_action(self) -> Fields:
        """Something that an organiser or an arbiter may do."""
        kind = self.one(
            "forbid", "bye", "rule", "appoint", "invite", "remove", "feature", "attend", "round"
        )
        fields: Fields = {"type": kind}
        if kind == "round":
            return fields | {"what": self.one("pair", "unpair", "finish")}
        if kind == "rule":
            return fields | {"room": self.room(), "winner": self.one(None, self.player())}
        if kind == "forbid":
            fields |= {"one": self.player(), "other": self.player()}
        elif kind != "feature":
            fields |= {"player": self.player()}
        return fields | {"on": self.chance.random() < 0.8}

    def plan(self) -> Fields:
        """A tournament to announce: most begin soon, by the clock the stranger was last told."""
        start_ms = self.known.now_ms + self.one(1_000, 5_000, 60_000, -1)
        terms = self.terms() | {"clock": self.one(*CLOCKS[:4])}
        format_ = self.one(*FORMATS)
        plan = {"format": format_, "terms": terms, "starts_ms": max(0, start_ms)}
        return plan | {
            "name": self.one("Cup", "冠" * TOURNAMENT_NAME_CHARS),
            "text": self.one("", "棋" * MESSAGE_CHARS),
            "at_boards": self.chance.random() < 0.3,
        }

    def fresh_name(self) -> str:
        """A name that may be had; whoever gets it is found by it."""
        name = "".join(self.chance.choice(string.ascii_lowercase) for _ in range(8)).title()
        _remember(self.known.names, name)
        return name

    def name(self) -> str:
        """A name somebody asked for."""
        return self._of(self.known.names, self.fresh_name)

    def move(self, *, ahead: int = 0) -> Fields:
        """A move of a room, mostly a legal one; or one for later."""
        room = self.room()
        ply, moves = self.known.moves.get(room, (0, []))
        back = [uci[2:] + uci[:2] for uci in self.known.played.get(room, ())[:1]]
        if back and back[0] in moves and self.maybe():  # so positions recur
            return {"room": room, "ply": ply + ahead, "text": back[0]}
        text = self.one(*moves) if moves and self.chance.random() < 0.9 else self.one(*MOVES)
        return {"room": room, "ply": ply + ahead, "text": text}

    def seat(self) -> Fields:
        """A seat to take: mostly one whose key was given; else one guessed, or none."""
        if self.keys and self.chance.random() < 0.6:
            room = self.chance.choice(list(self.keys)[-3:])
            return {"room": room, "seat_key": self.keys[room]}
        guess: Fields = {"seat_key": self._letters(26)} if self.maybe() else {}
        return {"room": self.room()} | guess

    def terms(self) -> Fields:
        """Terms of a game."""
        if self.chance.random() < 0.2:
            return {"clock": self.one(*CLOCKS[:5]), "rated": True}
        return {"clock": self.one(*CLOCKS), "rules": self.one(*RULES), "takebacks": True}

    def side(self) -> str:
        """A side to prefer."""
        return str(self.one("red", "black", "any"))

    def _of(self, kept: list[str], other: Callable[[], str]) -> str:
        return self.chance.choice(kept) if kept and self.chance.random() < 0.95 else other()

    def _letters(self, count: int) -> str:
        return "".join(self.chance.choice("abcdefgh234567") for _ in range(count))


def _in_room(**fields: Callable[[Choice], Any]) -> Callable[[Choice], Fields]:
    """Fields of a message about a room."""
    return lambda c: {"room": c.room()} | {name: make(c) for name, make in fields.items()}


def _about_player(**fields: Callable[[Choice], Any]) -> Callable[[Choice], Fields]:
    """Fields of a message about a player."""
    return lambda c: {"player": c.player()} | {name: make(c) for name, make in fields.items()}


def _offer(c: Choice) -> Any:
    return c.one(*OFFERS)


def _speed(c: Choice) -> Any:
    return c.one("bullet", "blitz", "rapid", "classical")


def _nothing(_: Choice) -> Fields:
    return {}


def _in_tournament(c: Choice) -> Fields:
    return {"tournament": c.tournament()}


ACTIONS: Final[Mapping[str, Callable[[Choice], Fields]]] = {
    "hello": lambda c: {"client": "stranger", "language": c.one(*LANGUAGES)},
    "pong": lambda c: {"n": c.chance.randrange(1_000)},
    "join": _in_room(),
    "leave": _in_room(),
    "sit": lambda c: c.seat(),
    "ready": _in_room(),
    "move": lambda c: c.move(),
    "resign": _in_room(),
    "abort": _in_room(),
    "offer": _in_room(what=_offer, ply=lambda c: c.chance.randrange(4)),
    "accept": _in_room(what=_offer),
    "decline": _in_room(what=_offer),
    "give_time": _in_room(),
    "berserk": _in_room(),
    "claim": _in_room(what=lambda c: c.one("win", "draw")),
    "premove": lambda c: c.move(ahead=1),
    "cancel_premove": _in_room(),
    "chat": _in_room(
        to=lambda c: c.one("players", "spectators"),
        text=lambda c: c.one("Good luck!", "棋" * CHAT_CHARS),
    ),
    "legal": _in_room(),
    "note": _in_room(),
    "set_note": _in_room(text=lambda c: c.one("", "Take care!", "棋" * 500)),
    "export": _in_room(notation=lambda c: c.one("wxf", "iccs", "chinese", "uci")),
    "log": _in_room(after=lambda c: c.chance.randrange(9)),
    "watch_lobby": _nothing,
    "leave_lobby": _nothing,
    "seek": lambda c: {"terms": c.terms(), "side": c.side()},
    "unseek": _nothing,
    "accept_seek": lambda c: {"seek": c.seek()},
    "queue": lambda c: {"pool": c.one(*POOLS)},
    "unqueue": lambda c: {"pool": c.one(*POOLS, None)},
    "invite": lambda c: {"terms": c.terms(), "side": c.side()},
    "challenge": _about_player(terms=lambda c: c.terms(), side=lambda c: c.side()),
    "offer_by_days": lambda c: {
        "terms": {"clock": {"type": "correspondence", "days": c.one(1, 3)}},
        "side": c.side(),
        "match": c.maybe(),
    },
    "vacation": _nothing,
    "take_vacation": lambda c: {"days": c.one(1, 30)},
    "end_vacation": _nothing,
    "reset_rating": lambda c: {"speed": c.one("blitz", "correspondence")},
    "hide_rating": lambda c: {"hidden": c.maybe()},
    "offers_by_days": lambda c: {"mine": c.maybe()},
    "accept_challenge": _in_room(),
    "decline_challenge": _in_room(reason=lambda c: c.one("not_now", "too_slow")),
    "withdraw_challenge": _in_room(),
    "friend": _about_player(),
    "unfriend": _about_player(),
    "ignore": _about_player(),
    "unignore": _about_player(),
    "player_list": lambda c: {"of": c.one("friends", "ignored", "online")},
    "send_message": _about_player(text=lambda c: c.one("A good game.", "棋" * MESSAGE_CHARS)),
    "conversations": _nothing,
    "conversation": _about_player(),
    "mark_read": _about_player(number=lambda c: c.chance.randrange(9)),
    "delete_conversation": _about_player(),
    "report": _about_player(reason=lambda c: c.one("abuse", "stalling", "spam")),
    "moderation": lambda c: {"of": c.one("reports", "actions")},
    "fair_play": lambda c: {"player": c.player(), "speed": c.one(None, "blitz")},
    "moderate": lambda c: {"player": c.player()} | c.one(*SANCTIONS),
    "close_report": lambda c: {"report": c.chance.randrange(9)},
    "news": _nothing,
    "feed": lambda c: {"since": c.one(None, 0, 7, 5_000), "game": c.one(None, c.room())},
    "post_news": lambda _: {"title": "Come and play", "text": "We are open."},
    "withdraw_news": lambda c: {"item": c.news()},
    "sign_up": lambda c: {"name": c.fresh_name(), "password": PASSWORD},
    "sign_in": lambda c: {"name": c.name(), "password": c.one(PASSWORD, "a wrong password")},
    "sign_out": lambda c: {"everywhere": c.maybe()},
    "devices": _nothing,
    "change_password": lambda _: {"old": PASSWORD, "password": PASSWORD},
    "become_bot": lambda c: {"password": c.one(PASSWORD, "a wrong password")},
    "create_token": lambda c: {"scope": c.one("play", "read")},
    "create_recovery_code": lambda c: {"password": c.one(PASSWORD, "a wrong password")},
    "recover": lambda c: {"name": c.name(), "code": "a wrong code", "password": PASSWORD},
    "rename": lambda c: {"name": c.fresh_name()},
    "check_name": lambda c: {"name": c.name()},
    "set_profile": lambda c: {"country": c.one("", "CN", "VN"), "bio": c.one("", "Hello.")},
    "set_settings": lambda c: {"settings": {"sound": c.maybe()}},
    "profile": _about_player(),
    "find_players": lambda c: {
        "prefix": c.name()[:3],
        "country": c.one("", "VN"),
        "words": c.one("", "tea"),
    },
    "my_data": _nothing,
    "delete_account": lambda c: {"password": c.one(PASSWORD, "a wrong password")},
    "ratings": _about_player(),
    "rating_history": _about_player(speed=_speed),
    "leaderboard": lambda c: {"speed": _speed(c)},
    "my_games": lambda c: {"follow": c.maybe(), "after": c.one(None, 0, 20)},
    "games": lambda c: {"player": c.one(None, c.player())},
    "export_games": _nothing,
    "live_games": lambda c: {"order": c.one("rating", "watchers", "newest")},
    "watch_boards": lambda c: {
        "boards": c.one([], ["tv:top", "tv:rulings"], [f"room:{c.room()}", f"player:{c.player()}"])
    },
    "leave_boards": _nothing,
    "lesson": lambda c: {
        "lesson": c.one("horse", "check", "repetition"),
        "task": c.one(0, 1, 50),
        "moves": c.one([], ["e1d3"], ["e2f4", "f4g6"], ["h8h9"], ["a0a1"]),
    },
    "line": lambda c: {
        "fen": c.one("", "9/9 w", "5k3/9/9/9/c8/9/9/1R7/9/4K4 w"),
        "moves": c.one("", "h2e2h9g7(b9c7)", "h2e2)(", "a0a9"),
    },
    "judge_line": lambda c: {
        "fen": c.one("", "9/9 w", "5k3/9/9/9/c8/9/9/1R7/9/4K4 w"),
        "moves": c.one("", "b2a2a5b5a2b2b5a5" * 3, "h2e2"),
        "rules": c.one("axf", "axf,club", "chess"),
    },
    "review": lambda c: {"room": c.room()},
    "ask_review": lambda c: {"room": c.room()},
    "take_review": lambda c: {"engine": "own", "quick": c.maybe()},
    "give_review": lambda c: {
        "room": c.room(),
        "lease": "l1",
        "from_ply": 0,
        "scores": [0],
        "best": "h2e2",
    },
    "ladder": _nothing,
    "join_ladder": _nothing,
    "leave_ladder": _nothing,
    "ladder_challenge": _about_player(),
    "ladder_answer": lambda c: {"accept": c.maybe()},
    "ladder_withdraw": _nothing,
    "notice_settings": _nothing,
    "subscribe_notices": lambda _: {
        "endpoint": "https://192.0.2.1/push",
        "key": "B" + "a" * 86,
        "secret": "b" * 22,
    },
    "unsubscribe_notices": lambda _: {"channel": "abcdefgh"},
    "set_notices": lambda c: {"wishes": {"off": ["turns"] if c.maybe() else []}},
    "announce_tournament": lambda c: {"plan": c.plan()},
    "amend_tournament": lambda c: _in_tournament(c) | {"plan": c.plan(), "password": None},
    "manage_tournament": lambda c: _in_tournament(c) | {"action": c.tournament_action()},
    "tournament_notes": _in_tournament,
    "call_off_tournament": _in_tournament,
    "tournaments": lambda c: {"of": c.one("now", "soon", "finished")},
    "watch_tournament": _in_tournament,
    "unwatch_tournament": _nothing,
    "tournament_chat": lambda c: (
        _in_tournament(c) | {"text": c.one("Good luck!", "棋" * CHAT_CHARS, "\u200b")}
    ),
    "enter_tournament": lambda c: (
        _in_tournament(c) | {"password": c.one(None, "a word"), "team": c.one(None, None, 0, 1)}
    ),
    "leave_tournament": _in_tournament,
    "pause_tournament": _in_tournament,
    "return_to_tournament": _in_tournament,
    "offer_tournament_game": lambda c: (
        _in_tournament(c) | {"room": c.room(), "on": c.chance.random() < 0.8}
    ),
    "list_entrants": lambda c: (
        _in_tournament(c)
        | {"first": c.one(1, 3, 5), "rows": [{"name": "Ann"}, {"name": "棋" * ENTRANT_NAME_CHARS}]}
    ),
    "set_arbiter_code": lambda c: _in_tournament(c) | {"on": c.chance.random() < 0.8},
    "arbitrate": lambda c: _in_tournament(c) | {"code": "7K2Q 9XFT"},
    "name_entrant": lambda c: _in_tournament(c) | {"player": c.player(), "name": c.one("", "Ben")},
    "enter_results": lambda c: (
        _in_tournament(c)
        | {"round": c.one(1, 2), "results": [{"board": 1, "result": c.one("red", "draw", "none")}]}
    ),
    "tournament_entrants": lambda c: _in_tournament(c) | {"after": c.one(0, 0, 100)},
    "tournament_standings": lambda c: _in_tournament(c) | {"around": c.one(None, c.player())},
    "tournament_round": lambda c: _in_tournament(c) | {"round": c.one(None, 1, 2)},
    "tournament_table": _in_tournament,
    "tournament_bracket": _in_tournament,
    "player_tournaments": lambda c: {"player": c.player()},
    "tournament_teams": _in_tournament,
    "tournament_player": lambda c: _in_tournament(c) | {"player": c.player()},
}
"""Message type -> what makes its fields, but the `id`."""

OFTEN: Final = (
    *("join", "leave", "sit", "ready", "move", "queue", "invite", "join", "move", "move", "move"),
    *(
        "offer",
        "accept",
        "challenge",
        "accept_challenge",
        "watch_lobby",
        "seek",
        "accept_seek",
        "premove",
    ),
)
"""What people do most; one message in two is one of these."""


COMING_AND_GOING: Final = ("join", "join", "leave", "ready", "sit", "move", "chat")
"""What people do when they all mean the same room."""


def an_action(choice: Choice) -> tuple[str, Fields]:
    """Any message a stranger may send now."""
    kinds = OFTEN if choice.maybe() else tuple(ACTIONS)
    kind = choice.one(*(kinds if choice.rush is None else COMING_AND_GOING))
    return kind, ACTIONS[kind](choice)
