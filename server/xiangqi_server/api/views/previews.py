"""What a messenger shows beside a link: a title, a sentence, and a picture."""

from typing import NamedTuple

from xiangqi_server.aggregates.players.state import Player
from xiangqi_server.aggregates.room.state import Room, Status
from xiangqi_server.aggregates.tournaments.results.standings import Standings
from xiangqi_server.aggregates.tournaments.state import Phase
from xiangqi_server.api.names.naming import NameOf, name_of
from xiangqi_server.api.names.shown_ratings import shown_rating
from xiangqi_server.api.room.export import utc_date
from xiangqi_server.game.rules.board.encoding import uci_of
from xiangqi_server.game.rules.board.fen import write_board_and_side
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.kernel.aggregate.spans import MINUTE_MS
from xiangqi_server.texts import previews as texts
from xiangqi_server.texts.endings import ending_text
from xiangqi_server.wire.terms import Language


class DrawnPosition(NamedTuple):
    """A position to draw.

    Fields:
        placement: the first field of its FEN.
        last: the move that led to it, None for the first position.
    """

    placement: str
    last: str | None


class LinkPreview(NamedTuple):
    """A title and a sentence, plain text.

    Fields:
        picture: where the picture is, "" for that of the site.
    """

    title: str
    text: str
    picture: str = ""


def shown_of(game: Game, ply: int) -> DrawnPosition:
    """The position of a game after so many plies."""
    placement = write_board_and_side(game.position_at(ply)).split()[0]
    return DrawnPosition(placement, uci_of(game.move_at(ply - 1)) if ply else None)


def picture_of(room: str, ply: int | None = None) -> str:
    """Where the picture of a game lies, as it stands or after a ply."""
    return f"/game/{room}.png" + ("" if ply is None else f"?ply={ply}")


def game_preview(
    room: Room, plies: int, names: NameOf, language: Language, *, ply: int | None = None
) -> LinkPreview:
    """The preview of a game: an invitation while it waits for somebody.

    Args:
        plies: how many spectators know.
        ply: after which of them it is shown, None for the last.
    """
    seats, picture = room.seats, picture_of(room.id, ply)
    called = [names(player).name for player in (seats.red, seats.black) if player is not None]
    if len(called) < 2 or room.status is Status.WAITING:
        name = called[0] if called else "?"
        title = texts.INVITED.in_language(language).format(name=name)
        return LinkPreview(title, texts.INVITED_TEXT.in_language(language), picture)
    title = texts.GAME.in_language(language).format(red=called[0], black=called[1])
    if ply is not None:
        title = texts.AT_PLY.in_language(language).format(game=title, ply=ply)
    if room.outcome is None:
        text = texts.PLAYED_TEXT.in_language(language).format(plies=plies)
    else:
        text = ending_text(room.outcome.ending, room.outcome.winner, language)
    return LinkPreview(title, text, picture)


def player_preview(player: Player, game: str | None, language: Language) -> LinkPreview:
    """The preview of a player; `game` is the one that is played, or was played last."""
    shown = shown_rating(player.ratings, player.id, lambda _: name_of(player))
    records = () if shown is None else tuple(shown.by_speed.values())
    text = texts.PLAYER_NEW if not records else texts.PLAYER_TEXT
    told = text.in_language(language).format(
        games=sum(record.games for record in records),
        points=max((round(record.rating.points) for record in records), default=0),
    )
    return LinkPreview(name_of(player).name, told, "" if game is None else picture_of(game))


def tournament_preview(standings: Standings, names: NameOf, language: Language) -> LinkPreview:
    """The preview of a tournament as it stands, with the game of its first board."""
    tournament, order = standings.tournament, standings.order
    plan = tournament.plan
    if plan is None:
        return LinkPreview("", "")
    text = _TOURNAMENT_TEXTS.get(tournament.phase, texts.TOURNAMENT_CALLED_OFF)
    if plan.at_boards or not order:  # people listed by name are named by their own page
        text = texts.TOURNAMENT_SOON if tournament.phase is Phase.ANNOUNCED else texts.TOURNAMENT
    minutes = plan.starts_ms // MINUTE_MS
    starts = f"{utc_date(plan.starts_ms)} {minutes // 60 % 24:02}:{minutes % 60:02} UTC"
    told = text.in_language(language).format(
        players=len(tournament.entrants),
        starts=starts,
        first=names(order[0].player).name if order else "",
    )
    top = () if plan.at_boards else standings.top_games(1)  # a real board has no picture
    return LinkPreview(plan.name, told, picture_of(top[0][0]) if top else "")


_TOURNAMENT_TEXTS = {
    Phase.ANNOUNCED: texts.TOURNAMENT_SOON,
    Phase.RUNNING: texts.TOURNAMENT_RUNS,
    Phase.FINISHED: texts.TOURNAMENT_OVER,
}


def tv_preview(game: LinkPreview | None, language: Language) -> LinkPreview:
    """The preview of TV while it shows a game."""
    if game is None:
        return LinkPreview(texts.TV.in_language(language), texts.TV_TEXT.in_language(language))
    title = texts.ON_TV.in_language(language).format(game=game.title)
    return LinkPreview(title, texts.TV_TEXT.in_language(language), game.picture)


def master_preview(
    game: tuple[str, str], facts: str, picture: str, language: Language
) -> LinkPreview:
    """The preview of a game of masters: both names, and where and when it was played."""
    title = texts.GAME.in_language(language).format(red=game[0], black=game[1])
    return LinkPreview(title, texts.MASTERS.in_language(language).format(facts=facts), picture)
