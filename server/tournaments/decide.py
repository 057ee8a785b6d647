"""What a tournament decides: a command becomes events, or is refused.

Who plays whom is decided once: the append that stores a pairing also orders its rooms to be
opened, whoever dies in between, and the id of each room follows from where the log stands. A room
tells how its game ended; a repeat finds the game settled already.
"""

from typing import Final, assert_never

from server.aggregate.decision import Decision, Effect, Stamped
from server.aggregate.refusal import RefusalCode, Refused, require
from server.aggregate.spans import DAY_MS
from server.lobby.messages import Withdraw
from server.room.messages import LOBBY_ID, Open, Overrule, Settle
from server.room.terms import Seats
from server.room.time_limits import ready_ms
from server.tournaments import arena, free, knockout, rounds
from server.tournaments.actions import AmendPlan, RemovePlayer, RuleGame
from server.tournaments.apply import apply
from server.tournaments.index_row import with_row
from server.tournaments.lock import lock_effects
from server.tournaments.managing import managed_by
from server.tournaments.messages import (
    Announce,
    Announced,
    ArenaPaired,
    CallOff,
    CallOffReason,
    EnterTournament,
    FoundPairing,
    GameSettled,
    LeaveTournament,
    ManageTournament,
    OfferGame,
    PairedGame,
    PairOpened,
    PauseEntrant,
    PlayerEntered,
    PlayerLeft,
    PlayerPaused,
    PlayerReturned,
    PlayersSeen,
    ReturnEntrant,
    RoundOver,
    SeePlayers,
    TakeTournamentOutage,
    TournamentBegun,
    TournamentCalledOff,
    TournamentCommand,
    TournamentCredited,
    TournamentEvent,
    TournamentFinished,
    WakeTournament,
)
from server.tournaments.plan import (
    RESERVES,
    Arena,
    TeamRobin,
    most_entrants,
    settled_plan,
    teams_of,
)
from server.tournaments.sheet import games_on
from server.tournaments.standings import standings_of
from server.tournaments.state import Entrant, Phase, Tournament

TournamentDecision = Decision[TournamentEvent]

ORDER_KEPT: Final = 100
MOST_DEPARTURES: Final = 10
"""A player who has left this often does not come back; one who has paused this often, except in an
arena, plays on."""
_KNOCKOUT_WAITS: Final = "A knock-out waits for nobody."


def decide(tournament: Tournament, command: TournamentCommand, now_ms: int) -> TournamentDecision:
    """What `command` does to `tournament`, and to its row on the row store.

    Raises:
        Refused: nothing happened.
    """
    return with_row(tournament, _decide(tournament, command, now_ms), now_ms)


def _decide(tournament: Tournament, command: TournamentCommand, now_ms: int) -> TournamentDecision:
    if isinstance(command, Announce):
        return _announce(tournament, command, now_ms)
    require(tournament.phase is not Phase.EMPTY, RefusalCode.NO_SUCH_TOURNAMENT)
    match command:
        case EnterTournament():
            return _enter(tournament, command, now_ms)
        case LeaveTournament(by):
            return _leave(tournament, by, now_ms)
        case PauseEntrant(by):
            return _pause(tournament, by)
        case ReturnEntrant(by):
            return _return(tournament, by, now_ms)
        case OfferGame():
            return _offer(tournament, command, now_ms)
        case SeePlayers():
            return _see(tournament, command)
        case Settle():
            return _settle(tournament, command, now_ms)
        case ManageTournament():
            return _manage(tournament, command, now_ms)
        case CallOff():
            return _call_off(tournament, command)
        case WakeTournament(found):
            return _wake(tournament, now_ms, found)
        case TakeTournamentOutage():
            return _take_outage(tournament, command, now_ms)
        case _:
            assert_never(command)


def _announce(tournament: Tournament, command: Announce, now_ms: int) -> TournamentDecision:
    if tournament.phase is not Phase.EMPTY:
        require(tournament.organiser == command.by, RefusalCode.NOT_ALLOWED)
        return Decision()
    plan = settled_plan(command.plan, now_ms)
    effects = lock_effects(plan.conditions.lock, command.word_hash)
    return Decision((Announced(command.by, plan),), effects)


# Players.


def _require_open(tournament: Tournament) -> None:
    is_open = tournament.phase in (Phase.ANNOUNCED, Phase.RUNNING)
    require(is_open, RefusalCode.TOURNAMENT_OVER)


def _entrant(tournament: Tournament, player: str) -> Entrant:
    """The entrant a player is, as long as it takes part.

    Raises:
        Refused: NOT_ENTERED.
    """
    entrant = tournament.entrants.get(player)
    if entrant is None or entrant.has_left:
        raise Refused(RefusalCode.NOT_ENTERED)
    return entrant


def _enter(tournament: Tournament, command: EnterTournament, now_ms: int) -> TournamentDecision:
    _require_open(tournament)
    known = tournament.entrants.get(command.by)
    require(command.by not in tournament.removed, RefusalCode.NOT_ALLOWED)
    if known is not None and not known.has_left:
        return Decision()
    _require_few_departures(tournament, command.by)
    if known is not None:
        _require_returns(known, now_ms)
    else:
        is_late = tournament.phase is Phase.RUNNING and not tournament.is_arena
        require(not is_late or rounds.takes_late(tournament), RefusalCode.ENTRIES_CLOSED)
        _require_fit(tournament, command, now_ms)
        most = most_entrants(tournament.the_plan.format)
        require(len(tournament.entrants) < most, RefusalCode.TOURNAMENT_FULL)
        _require_team(tournament, command.team)
        return Decision((PlayerEntered(command.by, command.rating, command.team),))
    return Decision((PlayerEntered(command.by, command.rating, known.team),))


def _require_fit(tournament: Tournament, command: EnterTournament, now_ms: int) -> None:
    """Go on if a player meets the conditions."""
    if command.account_ms is None:
        raise Refused(RefusalCode.NO_ACCOUNT)
    asked = tournament.the_plan.conditions
    age_ms = max(0, now_ms - command.account_ms)  # made by another clock, maybe one ahead of ours
    low, high = asked.min_rating, asked.max_rating
    is_fit = (
        (low is None or command.rating >= low)
        and (high is None or command.rating <= high)
        and command.games >= asked.min_games
        and (asked.bots or not command.is_bot)
        and (not asked.invited or command.by in tournament.invited)
        and age_ms >= asked.min_account_days * DAY_MS
    )
    require(is_fit, RefusalCode.CONDITIONS_NOT_MET)
    require(not asked.lock or command.knows_word, RefusalCode.TOURNAMENT_PASSWORD)


def _require_team(tournament: Tournament, team: int | None) -> None:
    """Go on if there is such a team and it has a place, or if there are no teams."""
    format_ = tournament.the_plan.format
    names = teams_of(format_)
    is_one = team is None if not names else team is not None and team < len(names)
    require(is_one, RefusalCode.NO_SUCH_TEAM)
    if isinstance(format_, TeamRobin):
        members = sum(one.team == team for one in tournament.entrants.values())
        require(members < RESERVES * format_.boards, RefusalCode.TOURNAMENT_FULL)


def _require_few_departures(tournament: Tournament, player: str) -> None:
    """Go on if a player may leave or pause once more: each time is kept in the log."""
    is_seldom = tournament.departures.get(player, 0) < MOST_DEPARTURES
    require(is_seldom, RefusalCode.ENTERED_TOO_OFTEN)


def _require_returns(entrant: Entrant, now_ms: int) -> None:
    early_ms = entrant.return_at_ms - now_ms
    if early_ms > 0:
        raise Refused(RefusalCode.RETURN_TOO_SOON, retry_ms=early_ms)


def _leave(tournament: Tournament, player: str, now_ms: int) -> TournamentDecision:
    _require_open(tournament)
    known = tournament.entrants.get(player)
    if known is None or known.has_left:
        return Decision()
    if not tournament.open_pairs:  # nothing else follows, so nothing is tried out
        return Decision((PlayerLeft(player),))
    course = _Course(tournament, now_ms)
    _let_go(course, player)
    return Decision(tuple(course.events))


def _let_go(course: "_Course", player: str) -> None:
    """A player leaves; free pairs that are left may all be without somebody then."""
    course.add(PlayerLeft(player))
    if course.tournament.open_pairs:
        _close_round(course)


def _pause(tournament: Tournament, player: str) -> TournamentDecision:
    require(tournament.phase is Phase.RUNNING, RefusalCode.TOURNAMENT_NOT_RUNNING)
    require(not tournament.is_knockout, RefusalCode.NOT_ALLOWED, _KNOCKOUT_WAITS)
    if _entrant(tournament, player).is_paused:
        return Decision()
    if not tournament.is_arena:
        _require_few_departures(tournament, player)
    return Decision((PlayerPaused(player),))


def _return(tournament: Tournament, player: str, now_ms: int) -> TournamentDecision:
    require(tournament.phase is Phase.RUNNING, RefusalCode.TOURNAMENT_NOT_RUNNING)
    entrant = _entrant(tournament, player)
    if not entrant.is_paused:
        return Decision()
    _require_returns(entrant, now_ms)
    return Decision((PlayerReturned(player),))


def _see(tournament: Tournament, command: SeePlayers) -> TournamentDecision:
    """Take who comes and goes; what is known already changes nothing."""
    if tournament.phase not in (Phase.ANNOUNCED, Phase.RUNNING):
        return Decision()

    def differ(players: tuple[str, ...], *, is_here: bool) -> tuple[str, ...]:
        found = ((player, tournament.entrants.get(player)) for player in dict.fromkeys(players))
        return tuple(
            player
            for player, entrant in found
            if entrant is not None and not entrant.has_left and entrant.is_here != is_here
        )

    present, away = differ(command.present, is_here=True), differ(command.away, is_here=False)
    return Decision((PlayersSeen(present, away),) if present or away else ())


# Games.


def _offer(tournament: Tournament, command: OfferGame, now_ms: int) -> TournamentDecision:
    """Offer to play a free pair's game, or open its room."""
    event = free.answered(tournament, command, now_ms)
    if event is None:
        return Decision()
    if not isinstance(event, PairOpened):
        return Decision((event,))
    pair = tournament.open_pairs[event.room]
    paired = PairedGame(event.room, pair.red, pair.black)
    return Decision((event,), opening(tournament, (paired,)))


def _settle(tournament: Tournament, command: Settle, now_ms: int) -> TournamentDecision:
    """A game is over; one that was settled before, or outlived the tournament, changes nothing."""
    game = tournament.games.get(command.room)
    if game is None:
        return Decision()
    counts = command.counts or command.winner is not None
    settled = GameSettled(
        command.room,
        command.winner,
        counts,
        command.plies,
        command.absent,
        berserk=command.berserk,
    )
    absent = tuple(player for player in (game.red, game.black) if player in command.absent)
    if tournament.is_arena:
        paused = (PlayerPaused(who, absent=True) for who in absent if _is_in(tournament, who))
        return Decision((settled, *paused))
    goes_on = len(tournament.games) > 1 and not tournament.is_knockout
    if goes_on and not absent:  # nearly always: nothing else follows, so nothing is tried out
        return Decision((settled,))
    return _settled_in(_Course(tournament, now_ms), settled, absent)


def _settled_in(
    course: "_Course", settled: GameSettled, absent: tuple[str, ...] = ()
) -> TournamentDecision:
    """What the result of a game of a round or a match brings with it."""
    course.add(settled)
    if course.tournament.is_knockout:
        effects = _next_games(course)
        return Decision(tuple(course.events), effects)
    for player in absent:
        if _is_in(course.tournament, player) and _stays_away(course.tournament, player):
            course.add(PlayerPaused(player, absent=True))
    _close_round(course)
    return Decision(tuple(course.events))


def _manage(tournament: Tournament, command: ManageTournament, now_ms: int) -> TournamentDecision:
    """Do what organiser, arbiter or operator wants; a game that is ruled ends without a result."""
    event = managed_by(tournament, command, now_ms)
    if event is None:
        return Decision()
    course = _Course(tournament, now_ms)
    course.add(event)
    action = event.action
    if isinstance(action, RuleGame) and action.room in tournament.open_pairs:
        unplayed = GameSettled(action.room, action.winner, counts=True, opened=False)
        return _settled_in(course, unplayed)
    if isinstance(action, RuleGame) and action.room in tournament.games:
        ruled = _settled_in(course, GameSettled(action.room, action.winner, counts=True))
        overruled = Effect("room", action.room, Overrule())
        return Decision(ruled.events, (*ruled.effects, overruled))
    if isinstance(action, RemovePlayer) and action.on:
        entrant = tournament.entrants.get(action.player)
        if entrant is not None and not entrant.has_left:
            _let_go(course, action.player)
    if isinstance(action, AmendPlan):
        word_hash = command.word_hash
        effects = lock_effects(action.plan.conditions.lock, word_hash) if word_hash else ()
        return Decision(tuple(course.events), effects)
    return Decision(tuple(course.events))


def _is_in(tournament: Tournament, player: str) -> bool:
    entrant = tournament.entrants[player]
    return not entrant.is_paused and not entrant.has_left


def _stays_away(tournament: Tournament, player: str) -> bool:
    """Whether a player did not come to two games running, for the latest of a round."""
    latest = list(games_on(tournament.entrants[player].sheet))[-2:]
    return len(latest) == 2 and all(one.unplayed and not one.points for one in latest)


class _Course:
    """Events in the order in which they are decided, each on the state the ones before it leave."""

    def __init__(self, tournament: Tournament, now_ms: int) -> None:
        self.tournament = tournament
        self.events: list[TournamentEvent] = []
        self.now_ms = now_ms

    def add(self, event: TournamentEvent) -> None:
        """One more."""
        version = self.tournament.version + 1
        self.tournament = apply(self.tournament, Stamped(version, self.now_ms, event))
        self.events.append(event)


def _close_round(course: _Course) -> None:
    """If no game is left: the next round comes after a break, or the tournament is over."""
    if free.may_go_on(course.tournament):
        return
    for ruled in free.ruled(course.tournament):
        course.add(ruled)
    tournament = course.tournament
    number = len(tournament.rounds)
    if number < rounds.round_count_of(tournament):
        course.add(RoundOver(number, course.now_ms + rounds.break_ms(tournament)))
    else:
        _finish(course)


def _finish(course: _Course) -> None:
    order = standings_of(course.tournament).order[:ORDER_KEPT]
    course.add(TournamentFinished(tuple(entrant.player for entrant in order)))


def _next_round(course: _Course, known: FoundPairing | None) -> tuple[Effect, ...]:
    """Pair the next round, with what opens its rooms; where that cannot be, it is over."""
    found = rounds.pairing(course.tournament, known)
    if not found:
        _finish(course)
    opened: list[PairedGame] = []
    for round_ in found:
        course.add(round_)
        settled = rounds.walkovers(course.tournament, round_)
        for one in settled:
            course.add(one)
        rooms = {one.room for one in settled}
        if not course.tournament.is_free:
            opened += [game for game in round_.games if game.room not in rooms]
    if found:
        _close_round(course)
    return opening(course.tournament, tuple(opened))


def _next_games(course: _Course) -> tuple[Effect, ...]:
    """Pair the games of a knock-out that can begin, with what opens their rooms."""
    effects: list[Effect] = []
    while (found := knockout.pairing(course.tournament)) is not None:
        course.add(found)
        stages = knockout.stages_of(course.tournament, found)
        settled = rounds.walkovers(course.tournament, found)
        for one in settled:
            course.add(one)
        rooms = {one.room for one in settled}
        for game in found.games:
            if game.room not in rooms:
                paired = PairedGame(game.room, game.red, game.black)
                effects += opening(course.tournament, (paired,), stages[game.room])
    if knockout.is_decided(course.tournament):
        _finish(course)
    return tuple(effects)


def opening(
    tournament: Tournament, games: tuple[PairedGame, ...], stage: knockout.Stage = "main"
) -> tuple[Effect, ...]:
    """What opens the rooms of games that were paired, and takes their players out of the lobby."""
    terms, origin = (
        knockout.terms_of(tournament.the_plan.terms, stage),
        f"tournament:{tournament.id}",
    )
    wait_ms = ready_ms(terms.clock) if tournament.is_arena else rounds.show_up_ms(terms.clock)
    players = tuple(player for game in games for player in (game.red, game.black))
    format_ = tournament.the_plan.format
    may_berserk = isinstance(format_, Arena) and format_.berserk
    rooms = (
        Effect(
            "room",
            game.room,
            Open(
                terms,
                Seats(game.red, game.black),
                origin=origin,
                ready_ms=wait_ms,
                may_berserk=may_berserk,
            ),
        )
        for game in games
    )
    return (Effect("lobby", LOBBY_ID, Withdraw(players)), *rooms) if games else ()


# The organiser, the alarm, our downtime.


def _call_off(tournament: Tournament, command: CallOff) -> TournamentDecision:
    is_organiser = command.by == tournament.organiser
    require(is_organiser or command.is_operator, RefusalCode.NOT_ALLOWED)
    if tournament.phase is Phase.CALLED_OFF:
        return Decision()
    _require_open(tournament)
    return Decision((TournamentCalledOff(CallOffReason.ORGANISER, command.by),))


def due_at_ms(tournament: Tournament) -> int | None:
    """The store's time at which a tournament wants to be woken, or None."""
    match tournament.phase:
        case Phase.ANNOUNCED:
            return tournament.the_plan.starts_ms
        case Phase.RUNNING:
            if tournament.is_arena:
                return arena.due_at_ms(tournament)
            if tournament.is_free:
                return tournament.ends_ms if tournament.open_pairs else None
            return None if tournament.games else tournament.tick_at_ms
        case _:
            return None


def _wake(tournament: Tournament, now_ms: int, found: FoundPairing | None) -> TournamentDecision:
    """Begin, pair, or end; nothing when it is early or another node has done it.

    A pairing that was found for another version of the log says nothing.
    """
    if found is not None and found.version != tournament.version:
        found = None
    due_ms = due_at_ms(tournament)
    if due_ms is None or now_ms < due_ms:
        return Decision()
    if not tournament.is_arena:
        return _wake_rounds(tournament, now_ms, due_ms, found)
    if tournament.phase is Phase.ANNOUNCED:
        return Decision((TournamentBegun(),), not_before_ms=due_ms)
    if now_ms >= tournament.ends_ms:
        course = _Course(tournament, now_ms)
        _finish(course)
        return Decision(tuple(course.events), not_before_ms=due_ms)
    games = () if now_ms >= arena.closes_ms(tournament) else arena.pairs(tournament, now_ms)
    next_ms = arena.next_tick_ms(tournament, 2 * len(games), now_ms)
    paired = ArenaPaired(games, next_ms)
    return Decision((paired,), opening(tournament, games), not_before_ms=due_ms)


def _wake_rounds(
    tournament: Tournament, now_ms: int, due_ms: int, found: FoundPairing | None
) -> TournamentDecision:
    """Pair the first round, or the next; or rule the free pairs that have not played."""
    course = _Course(tournament, now_ms)
    if tournament.is_free and tournament.phase is Phase.RUNNING:
        for ruled in free.ruled(tournament):
            course.add(ruled)
        _close_round(course)
        return Decision(tuple(course.events), not_before_ms=due_ms)
    if tournament.phase is Phase.ANNOUNCED:
        if not rounds.are_enough(tournament):
            course.add(TournamentCalledOff(CallOffReason.TOO_FEW))
            return Decision(tuple(course.events), not_before_ms=due_ms)
        course.add(TournamentBegun())
    effects = _next_games(course) if tournament.is_knockout else _next_round(course, found)
    return Decision(tuple(course.events), effects, due_ms)


def wants_outage(tournament: Tournament, to_ms: int) -> bool:
    """Whether an outage that ended then takes time from a tournament, and was not given back."""
    return tournament.phase is Phase.RUNNING and to_ms > max(
        tournament.begun_ms, tournament.credited_to_ms
    )


def _take_outage(
    tournament: Tournament, command: TakeTournamentOutage, now_ms: int
) -> TournamentDecision:
    """Give the time back that was not given back before, and never more than has passed."""
    to_ms = min(command.to_ms, now_ms)
    if not wants_outage(tournament, to_ms):
        return Decision()
    from_ms = max(command.from_ms, tournament.begun_ms, tournament.credited_to_ms)
    credit_ms = to_ms - from_ms
    return Decision((TournamentCredited(credit_ms, to_ms),)) if credit_ms > 0 else Decision()
