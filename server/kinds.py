"""The kinds of aggregates this server runs, told to a host that knows none of them."""

from typing import cast

from server.host.kind import Advice, AnyKind, Kind
from server.ladder import decide as ladder_decide
from server.ladder import state as ladder_state
from server.ladder.decide import LadderCommand
from server.ladder.messages import LadderEvent
from server.ladder.messages import Wake as WakeLadder
from server.ladder.state import Ladder
from server.lobby import apply as lobby_apply
from server.lobby import decide as lobby_decide
from server.lobby import matching as lobby_matching
from server.lobby import records as lobby_records
from server.lobby.messages import LobbyCommand, LobbyEvent, Tick
from server.lobby.state import Lobby
from server.mail import apply as mail_apply
from server.mail import decide as mail_decide
from server.mail.messages import MailCommand, MailEvent, WakeMail
from server.mail.state import Mailbox
from server.news import apply as news_apply
from server.news import decide as news_decide
from server.news.messages import NewsCommand, NewsEvent
from server.news.state import News
from server.office import apply as office_apply
from server.office import decide as office_decide
from server.office.messages import OfficeCommand, OfficeEvent
from server.office.state import Office
from server.players import apply as player_apply
from server.players import claim
from server.players import decide as player_decide
from server.players import records as player_records
from server.players.claim import Claim, ClaimCommand, ClaimEvent, ClaimRecord, WakeName
from server.players.leaving import WakePlayer
from server.players.messages import PlayerCommand, PlayerEvent
from server.players.state import Player
from server.room import apply as room_apply
from server.room import counsel as room_counsel
from server.room import decide as room_decide
from server.room import records as room_records
from server.room.alarm import due_at_ms
from server.room.counsel import Question
from server.room.downtime import wants_outage
from server.room.messages import Alarm, Counsel, RoomCommand, RoomEvent, TakeOutage
from server.room.state import Room
from server.tv import state as tv_state
from server.tv.state import Switched, Tune, Tv

ROOM: Kind[Room, RoomCommand, RoomEvent, room_records.RoomRecord] = Kind(
    name="room",
    empty=Room.empty,
    decide=room_decide.decide,
    apply=room_apply.apply,
    due_at_ms=due_at_ms,
    alarm=Alarm(),
    outage=lambda room, from_ms, to_ms: (
        TakeOutage(from_ms, to_ms) if wants_outage(room, from_ms, to_ms) else None
    ),
    commands=RoomCommand,
    events=RoomEvent,
    freeze=room_records.freeze,
    thaw=room_records.thaw,
    frozen=room_records.RoomRecord,
    format=room_records.FORMAT,
    actors=4,
    is_trimmed=False,
    advice=Advice(
        may_ask=room_counsel.may_ask,
        question=room_counsel.question,
        advised=lambda command, counsel: room_counsel.advised(command, cast("Counsel", counsel)),
        in_haste=lambda asked: room_counsel.answer(cast("Question", asked), in_haste=True),
    ),
)

LOBBY: Kind[Lobby, LobbyCommand, LobbyEvent, lobby_records.LobbyRecord] = Kind(
    name="lobby",
    empty=lambda _: Lobby(),
    decide=lobby_decide.decide,
    apply=lobby_apply.apply,
    due_at_ms=lobby_matching.due_at_ms,
    alarm=Tick(),
    commands=LobbyCommand,
    events=LobbyEvent,
    freeze=lobby_records.freeze,
    thaw=lobby_records.thaw,
    frozen=lobby_records.LobbyRecord,
    format=lobby_records.FORMAT,
    actors=2_048,
    is_trimmed=True,
    gather_ms=200,
    fold=256,
)

PLAYER: Kind[Player, PlayerCommand, PlayerEvent, player_records.PlayerRecord] = Kind(
    name="player",
    empty=Player.empty,
    decide=player_decide.decide,
    apply=player_apply.apply,
    due_at_ms=player_decide.due_at_ms,
    alarm=WakePlayer(),
    commands=PlayerCommand,
    events=PlayerEvent,
    freeze=player_records.freeze,
    thaw=player_records.thaw,
    frozen=player_records.PlayerRecord,
    format=player_records.FORMAT,
    actors=1,
    is_trimmed=True,
    upcast=player_records.upcast,
    sheds=lambda player: player.identity.is_deleted and not player.identity.is_shed,
)

NAME: Kind[Claim, ClaimCommand, ClaimEvent, ClaimRecord] = Kind(
    name="name",
    empty=Claim,
    decide=claim.decide,
    apply=claim.apply,
    due_at_ms=claim.due_at_ms,
    alarm=WakeName(),
    commands=ClaimCommand,
    events=ClaimEvent,
    freeze=claim.freeze,
    thaw=claim.thaw,
    frozen=ClaimRecord,
    format=claim.FORMAT,
    actors=1,
    is_trimmed=True,
)

MAILBOX: Kind[Mailbox, MailCommand, MailEvent, Mailbox] = Kind(
    name="mailbox",
    empty=Mailbox.empty,
    decide=mail_decide.decide,
    apply=mail_apply.apply,
    due_at_ms=mail_decide.due_at_ms,
    alarm=WakeMail(),
    commands=MailCommand,
    events=MailEvent,
    freeze=lambda mailbox: mailbox,
    thaw=lambda _, mailbox: mailbox,
    frozen=Mailbox,
    format=1,
    actors=1,
    is_trimmed=True,
    sheds=mail_decide.sheds,
)

OFFICE: Kind[Office, OfficeCommand, OfficeEvent, Office] = Kind(
    name="office",
    empty=lambda _: Office(),
    decide=office_decide.decide,
    apply=office_apply.apply,
    commands=OfficeCommand,
    events=OfficeEvent,
    freeze=lambda office: office,
    thaw=lambda _, office: office,
    frozen=Office,
    format=1,
    actors=2_048,
    is_trimmed=True,
)

NEWS: Kind[News, NewsCommand, NewsEvent, News] = Kind(
    name="news",
    empty=lambda _: News(),
    decide=news_decide.decide,
    apply=news_apply.apply,
    commands=NewsCommand,
    events=NewsEvent,
    freeze=lambda news: news,
    thaw=lambda _, news: news,
    frozen=News,
    format=1,
    actors=16,
    is_trimmed=True,
)

LADDER: Kind[Ladder, LadderCommand, LadderEvent, Ladder] = Kind(
    name="ladder",
    empty=lambda _: Ladder(),
    decide=ladder_decide.decide,
    apply=ladder_state.apply,
    due_at_ms=ladder_state.due_at_ms,
    alarm=WakeLadder(),
    commands=LadderCommand,
    events=LadderEvent,
    freeze=lambda ladder: ladder,
    thaw=lambda _, ladder: ladder,
    frozen=Ladder,
    format=1,
    actors=64,
    is_trimmed=True,
)

TV: Kind[Tv, Tune, Switched, Tv] = Kind(
    name="tv",
    empty=lambda _: Tv(),
    decide=tv_state.decide,
    apply=tv_state.apply,
    commands=Tune,
    events=Switched,
    freeze=lambda tv: tv,
    thaw=lambda _, tv: tv,
    frozen=Tv,
    format=1,
    actors=1,
    is_trimmed=True,
)

KINDS: tuple[AnyKind, ...] = (
    ROOM.erased(),
    LOBBY.erased(),
    PLAYER.erased(),
    NAME.erased(),
    MAILBOX.erased(),
    OFFICE.erased(),
    NEWS.erased(),
    LADDER.erased(),
    TV.erased(),
)
