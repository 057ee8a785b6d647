"""Round robins whose pairs are free: a game is played when both want to, until a date.

All pairs of Berger's tables are known at the start. One of a pair offers to play, the other accepts
by the same command, and the room is opened. An offer stands until it is taken back, or its player
plays, pauses, leaves, or is out of sight. At the date a pair that has not played is ruled as if
the room had been opened: whoever offered to play has won against an opponent who never did, and
whoever stayed against one who left; else neither has points. The same is done before the date once
nothing is played and in each pair that has not played somebody has left.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from xiangqi_server.aggregate.refusal import CommonRefusal, Refused, require
from xiangqi_server.lobby.refusals import LobbyRefusal
from xiangqi_server.room.refusals import RoomRefusal
from xiangqi_server.tournaments.messages import (
    GameOffered,
    GameSettled,
    OfferGame,
    PairOpened,
    RoundPaired,
)
from xiangqi_server.tournaments.refusals import TournamentRefusal
from xiangqi_server.tournaments.state import OpenPair, Round, Tournament, TournamentGame

MOST_OFFERS: Final = 30
"""How often a player may offer to play the same game: each offer stays in the log."""


def answered(tournament: Tournament, command: OfferGame) -> GameOffered | PairOpened | None:
    """The event of an offer, or of one that is accepted or taken back; None if nothing changes.

    Raises:
        Refused: ALREADY_PLAYING and others.
    """
    if command.room in tournament.games:
        return None
    pair = tournament.open_pairs.get(command.room)
    if pair is None:
        raise Refused(RoomRefusal.NO_SUCH_ROOM)
    require(command.by in (pair.red, pair.black), CommonRefusal.NOT_ALLOWED)
    is_own = pair.offered_by == command.by
    if command.on is is_own:
        return None
    if not command.on:
        return GameOffered(command.room, command.by, on=False)
    own = tournament.entrants[command.by]
    require(not own.has_left, TournamentRefusal.NOT_ENTERED)
    require(not own.is_paused, CommonRefusal.NOT_ALLOWED, "Return from the pause first.")
    require(not own.room and command.by not in command.busy, LobbyRefusal.ALREADY_PLAYING)
    if pair.offered_by and pair.offered_by not in command.busy:
        return PairOpened(command.room)
    asked = pair.red_asked if command.by == pair.red else pair.black_asked
    require(asked < MOST_OFFERS, CommonRefusal.LIMIT_REACHED)
    return GameOffered(command.room, command.by)


def may_go_on(tournament: Tournament) -> bool:
    """Whether a game is played, or a pair may still play because neither player has left."""
    entrants = tournament.entrants
    return bool(tournament.games) or any(
        not (entrants[pair.red].has_left or entrants[pair.black].has_left)
        for pair in tournament.open_pairs.values()
    )


def ruled(tournament: Tournament) -> tuple[GameSettled, ...]:
    """The results of the pairs that have not played, at the date or when none of them can."""
    rooms = (game.room for round_ in tournament.rounds for game in round_.games)
    pairs = ((room, tournament.open_pairs.get(room)) for room in rooms)
    return tuple(
        GameSettled(room, None, counts=False, absent=_absent(tournament, pair), opened=False)
        for room, pair in pairs
        if pair is not None
    )


def _absent(tournament: Tournament, pair: OpenPair) -> tuple[str, ...]:
    both = pair.red, pair.black
    gone = tuple(player for player in both if tournament.entrants[player].has_left)
    if gone:
        return gone
    asked = (pair.red_asked > 0, pair.black_asked > 0)
    if all(asked):
        return both
    return tuple(player for player, has_asked in zip(both, asked, strict=True) if not has_asked)


def pairs_of(tournament: Tournament, player: str) -> list[tuple[str, OpenPair]]:
    """The games a player has still to play, with their rooms, in the order of the table."""
    rooms = (game.room for round_ in tournament.rounds for game in round_.games)
    pairs = ((room, tournament.open_pairs.get(room)) for room in rooms)
    return [
        (room, pair)
        for room, pair in pairs
        if pair is not None and player in (pair.red, pair.black)
    ]


# What events do.


def paired(tournament: Tournament, event: RoundPaired) -> Tournament:
    """The tournament with a round whose games are still to come."""
    pairs = ((game.room, OpenPair(game.red, game.black)) for game in event.games)
    rounds = (*tournament.rounds, Round(event.games))
    return replace(tournament, open_pairs=tournament.open_pairs.set_all(pairs), rounds=rounds)


def offered(tournament: Tournament, event: GameOffered) -> Tournament:
    """The tournament once somebody offers to play, or takes that back: whoever does is here."""
    pair = tournament.open_pairs[event.room]
    if not event.on:
        pair = pair._replace(offered_by="")
    elif event.by == pair.red:
        pair = pair._replace(offered_by=event.by, red_asked=pair.red_asked + 1)
    else:
        pair = pair._replace(offered_by=event.by, black_asked=pair.black_asked + 1)
    by = tournament.entrants[event.by]._replace(is_here=True)
    open_pairs = tournament.open_pairs.set(event.room, pair)
    return replace(tournament.with_entrants(by), open_pairs=open_pairs)


def opened(tournament: Tournament, room: str) -> Tournament:
    """The tournament once a pair plays; other offers of the two stand no longer."""
    pair = tournament.open_pairs[room]
    both = (pair.red, pair.black)
    playing = [tournament.entrants[player]._replace(room=room) for player in both]
    after = without_offers_of(tournament.with_entrants(*playing), both)
    return replace(
        after,
        open_pairs=after.open_pairs.without([room]),
        games=after.games.set(room, TournamentGame(pair.red, pair.black)),
    )


def without_offers_of(tournament: Tournament, players: Collection[str]) -> Tournament:
    """The tournament in which no offer of these players stands."""
    ended = [
        (room, pair._replace(offered_by=""))
        for room, pair in tournament.open_pairs.items()
        if pair.offered_by in players
    ]
    return (
        replace(tournament, open_pairs=tournament.open_pairs.set_all(ended))
        if ended
        else tournament
    )
