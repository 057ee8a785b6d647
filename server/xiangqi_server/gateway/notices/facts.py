"""What of a sending is still so: the games that wait, challenges, letters, and events."""

from xiangqi_server.aggregates.direct_messages.kind import MAILBOX
from xiangqi_server.aggregates.notices.news import EVENT_AHEAD_MS, Happening, Topic
from xiangqi_server.aggregates.notices.state import Notices, Sending
from xiangqi_server.aggregates.players.kind import PLAYER
from xiangqi_server.aggregates.room.kind import ROOM
from xiangqi_server.aggregates.room.state import Status
from xiangqi_server.aggregates.tournaments.kind import TOURNAMENT
from xiangqi_server.aggregates.tournaments.state import Phase
from xiangqi_server.gateway.connection.node import Node
from xiangqi_server.kernel.host.view import key
from xiangqi_server.texts.notices import Notice, NoticeSort


class NoticeFacts:
    """Asks the aggregates that a notice is about. Owned by the delivery."""

    def __init__(self, node: Node) -> None:
        self._host = node.host
        self._names = node.names

    async def notices(self, notices: Notices, sending: Sending, now_ms: int) -> list[Notice]:
        """What is worth a notice now, turns first."""
        turns = [await self._turn(notices, room, now_ms) for room in sending.rooms]
        waiting = {news.key: news for news in notices.news}
        others = [
            await self._other(notices.id, waiting[name], now_ms)
            for name in sending.news
            if name in waiting
        ]
        return [notice for notice in (*turns, *others) if notice is not None]

    async def _turn(self, notices: Notices, room: str, now_ms: int) -> Notice | None:
        turn = notices.rooms.get(room)
        if turn is None or turn.ply is None or turn.flag_at_ms <= now_ms:
            return None
        seats = (await self._host.view(key(ROOM, room))).state.seats
        other = next((player for player in seats.taken() if player != notices.id), None)
        sort: NoticeSort = "reminder" if turn.told else "turn"
        name = await self._name(other)
        return Notice(sort, room, f"/game/{room}", name, turn.flag_at_ms - now_ms)

    async def _other(self, player: str, news: Happening, now_ms: int) -> Notice | None:
        match news.topic:
            case Topic.CHALLENGES:
                return await self._challenge(player, news.ref)
            case Topic.LETTERS:
                mailbox = (await self._host.view(key(MAILBOX, player))).state
                name = await self._name(news.ref)
                path = f"/messages/{news.ref}"
                is_unread = mailbox.with_(news.ref).unread > 0
                return Notice("letter", news.ref, path, name) if is_unread else None
            case Topic.EVENTS:
                return await self._event(player, news.ref, now_ms)
            case _:
                return None

    async def _challenge(self, player: str, room: str) -> Notice | None:
        waiting = (await self._host.view(key(PLAYER, player))).state.challenges.waiting
        challenge = waiting.get(room)
        if challenge is None:
            return await self._taken(player, room)
        return Notice("challenge", room, "/games", await self._name(challenge.by))

    async def _taken(self, player: str, id_: str) -> Notice | None:
        """An offer by days at which somebody has sat down."""
        room = (await self._host.view(key(ROOM, id_))).state
        if room.invitation.listing is None or room.status is not Status.PLAYING:
            return None
        other = next((each for each in room.seats.taken() if each != player), None)
        return Notice("taken", id_, f"/game/{id_}", await self._name(other))

    async def _event(self, player: str, id_: str, now_ms: int) -> Notice | None:
        """An event that begins soon, if the player is still in it; one that was moved is not."""
        tournament = (await self._host.view(key(TOURNAMENT, id_))).state
        entrant = tournament.entrants.get(player)
        is_in = entrant is not None and not entrant.has_left
        if tournament.phase is not Phase.ANNOUNCED or not is_in:
            return None
        left_ms = tournament.the_plan.starts_ms - now_ms
        is_soon = 0 < left_ms <= 2 * EVENT_AHEAD_MS
        path = f"/tournament/{id_}"
        return Notice("event", id_, path, tournament.the_plan.name, left_ms) if is_soon else None

    async def moved(self, notices: Notices, sending: Sending, now_ms: int) -> list[Happening]:
        """The events of a sending that begin later than they were to: these get another notice."""
        found = []
        for news in notices.news:
            if news.topic is not Topic.EVENTS or news.key not in sending.news:
                continue
            tournament = (await self._host.view(key(TOURNAMENT, news.ref))).state
            is_ahead = tournament.phase is Phase.ANNOUNCED
            at_ms = tournament.the_plan.starts_ms - EVENT_AHEAD_MS if is_ahead else 0
            if at_ms > now_ms + EVENT_AHEAD_MS:
                found.append(Happening(Topic.EVENTS, news.ref, at_ms))
        return found

    async def _name(self, player: str | None) -> str:
        if player is None:
            return ""
        await self._names.learn([player])
        return self._names(player).name
