"""What the players learn before a repetition is ruled on.

A warning tells what becomes of the game if the last lap is run again until it is ruled on, so
warning and ruling agree. The move that completes a losing cycle is often the victim's, so a
move counts as losing also when *some one reply* makes it lose. A lap may lead back by another
way than the laps before, so such a move is named in a position that is new, too. In forbid
mode the same moves are named as what is banned, will be, or brings a ban about.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from xiangqi_server.game.rules.adjudication.bans import banned_moves, moves_into
from xiangqi_server.game.rules.adjudication.foresight import (
    Completion,
    completions,
    leaves_no_move,
    may_complete,
)
from xiangqi_server.game.rules.board.by_side import BySide
from xiangqi_server.game.rules.board.encoding import Move, Side, origin_of
from xiangqi_server.game.rules.game.game import Game
from xiangqi_server.game.rules.repetition.evidence import Level
from xiangqi_server.game.rules.repetition.inspector import Inspector
from xiangqi_server.game.rules.repetition.laps import part_to_come
from xiangqi_server.game.rules.repetition.ruling import (
    Ban,
    BannedMove,
    BanReason,
    LosingMove,
    RepetitionWarning,
    SideWarning,
    Verdict,
)
from xiangqi_server.game.rules.repetition.summary import deed_of
from xiangqi_server.game.rules.repetition.window import Window, reversible_part
from xiangqi_server.game.rules.rulesets import RuleOptions, RuleSet, rule_set
from xiangqi_server.game.rules.rulesets.base import RoundsWarning


def warning(game: Game, terms: RuleOptions) -> RepetitionWarning | None:
    """What both players must know now; None when there is nothing to know."""
    rules = rule_set(terms)
    lost = rules.strategy.losing_moves(game)
    bans = banned_moves(game, terms) if rules.bans or terms.forbid else {}
    recurs = game.occurrences >= rules.warn_at
    near_ruling = not rules.bans and game.most_occurrences >= rules.ruled_at.least - 1
    told = None
    if bans or lost or recurs or near_ruling:
        told = _of_repetition(game, terms, rules, bans, lost)
    if told is not None and any(side.losing for side in told.sides):
        return told
    run = rules.strategy.rounds(game)
    return told if run is None else _of_rounds(game, rules, run)


def _of_rounds(game: Game, rules: RuleSet, run: RoundsWarning) -> RepetitionWarning | None:
    """The warning of attacks that go on and on without a repetition."""
    verdict, evidence = run.verdict, run.verdict.evidence
    if evidence is None:
        return None

    def told_of(side: Side) -> SideWarning:
        return SideWarning(
            level=evidence.sides[side].level,
            at_fault=side is verdict.loser,
            clause=verdict.clause,
            losing=(),
            banned=(),
            breaking=(),
            ending=verdict.ending,
            deed=deed_of(evidence, side),
        )

    return RepetitionWarning(
        rule_set=rules.name,
        version=rules.version,
        to_move=game.to_move,
        occurrences=game.occurrences,
        left=run.of - run.rounds,
        bans=False,
        window=(evidence.plies[0].ply, evidence.plies[-1].ply),
        sides=BySide.of(told_of),
        rounds=run.rounds,
    )


def _of_repetition(
    game: Game,
    terms: RuleOptions,
    rules: RuleSet,
    bans: Mapping[Move, Ban],
    lost: Mapping[Move, Verdict],
) -> RepetitionWarning | None:
    """The warning of what recurs or is banned."""
    situation = _situation(game, terms, rules, bans, lost)
    if situation is None:
        return None
    forecast, laps = situation.forecast, situation.laps
    evidence = forecast.evidence if forecast else None
    last_lap = situation.window.first_ply + (0, *situation.window.starts_of_laps)[-1]
    return RepetitionWarning(
        rule_set=rules.name,
        version=rules.version,
        to_move=game.to_move,
        occurrences=game.occurrences,
        left=_left_to_ruling(situation) if forecast else 0,
        bans=rules.bans or terms.forbid,
        window=None if laps is None else (min(laps.first_ply, last_lap), game.ply - 1),
        sides=BySide.of(lambda side: _side(situation, side)),
        doubts=evidence.doubts if evidence else (),
        full_reading=evidence.full_reading if evidence else None,
    )


def _situation(
    game: Game,
    terms: RuleOptions,
    rules: RuleSet,
    bans: Mapping[Move, Ban],
    lost: Mapping[Move, Verdict],
) -> "_Situation | None":
    """What there is to warn of; None if what recurs leads to nothing."""
    recurs = game.occurrences >= rules.warn_at
    entering = rules.ruled_at.entering
    past = reversible_part(game, entering=entering)
    window = past.repeated(entering=entering)
    inspector = rules.strategy.inspector_of(past)
    laps, left = _laps_to_come(window, rules, inspector) if recurs else (None, 0)
    forecast = None if laps is None else rules.strategy.forecast(laps, inspector)
    legal = game.legal_moves()
    allowed = [move for move in legal if move not in bans]
    completing = completions(past, rules, allowed, inspector)
    if not (bans or lost or forecast or completing):
        return None
    return _Situation(
        game=game,
        terms=terms,
        rules=rules,
        window=window,
        past=past,
        laps=laps,
        left=left,
        bans=bans,
        lost=lost,
        completing=completing,
        forecast=forecast,
        inspector=inspector,
        legal=legal,
        going_on=moves_into(window, game, legal),
    )


def _laps_to_come(window: Window, rules: RuleSet, inspector: Inspector) -> tuple[Window, int]:
    """What is ruled on if the last lap goes on and on, and how often it runs until then."""
    return part_to_come(
        window, rules.ruled_at.occurrence, lambda laps: rules.strategy.at_fault(laps, inspector)
    )


def _left_to_ruling(situation: "_Situation") -> int:
    """How often the position is still to occur, by the count that its ruling will tell.

    Where the entering move is counted, the laps are complete at the position before the one that
    was entered, and that has occurred less often. So the ruling may fall before this position
    occurs again; then it is 0. A ban says "at the latest", so it keeps the count of this position.
    """
    window, rules, plies = situation.window, situation.rules, situation.past
    if not rules.ruled_at.entering or situation.terms.forbid or not window.starts_of_laps:
        return situation.left
    lap = window.moves[window.starts_of_laps[-1] :]
    first, at = situation.left * len(lap), plies
    for ahead, move in enumerate(lap[:-1], 1):
        plies = plies.then(move)
        counted = len(plies.repeated(entering=True).starts_of_laps) + 1
        due = ahead + max(0, rules.ruled_at.occurrence - counted) * len(lap)
        if due < first:
            first, at = due, plies
    if at is situation.past:
        return situation.left
    _, laps = _laps_to_come(at.repeated(entering=True), rules, situation.inspector)
    return at.occurrences + laps - situation.game.occurrences


@dataclass(frozen=True, slots=True)
class _Situation:
    """What the parts of a warning are made from.

    Fields:
        window: the plies of the repetition so far.
        past: all plies since the last irreversible move.
        laps: what is ruled on if the last lap goes on and on; None if nothing recurs.
        left: how often the last lap is run until it is ruled on.
        lost: the moves that lose at once.
        completing: the moves that complete a cycle against the side to move.
        forecast: how it is ruled on, None if it is not.
        going_on: the moves that lead into the window.
    """

    game: Game
    terms: RuleOptions
    rules: RuleSet
    window: Window
    past: Window
    laps: Window | None
    left: int
    bans: Mapping[Move, Ban]
    lost: Mapping[Move, Verdict]
    completing: list[Completion]
    forecast: Verdict | None
    inspector: Inspector
    legal: list[Move]
    going_on: list[Move]


def _side(situation: _Situation, side: Side) -> SideWarning:
    """One side's part."""
    is_to_move = side is situation.game.to_move
    outcomes = _outcomes_now(situation) if is_to_move else _outcomes_next(situation)
    evidence = situation.forecast.evidence if situation.forecast else None
    return SideWarning(
        level=evidence.sides[side].level if evidence else Level.NONE,
        at_fault=_is_at_fault(situation, side),
        ending=situation.forecast.ending if situation.forecast else None,
        clause=_clause(situation, side),
        deed=deed_of(evidence, side) if evidence else None,
        losing=outcomes.losing,
        banned=_told(situation.bans, situation.game) if is_to_move else (),
        soon=outcomes.soon,
        restricting=outcomes.restricting,
        breaking=_breaking(situation, outcomes) if is_to_move else (),
    )


def _is_at_fault(situation: _Situation, side: Side) -> bool:
    """Whether it is this side that the rules are about to turn against."""
    if situation.forecast is not None and situation.forecast.loser is side:
        return True
    return side is situation.game.to_move and bool(
        situation.bans or situation.lost or situation.completing
    )


def _clause(situation: _Situation, side: Side) -> str:
    """The clause that the warning of a side rests on."""
    if situation.forecast is not None:
        return situation.forecast.clause
    clauses = [ban.clause for ban in situation.bans.values()]
    clauses += [verdict.clause for verdict in situation.lost.values()]
    clauses += [item.losing.clause for item in situation.completing]
    return clauses[0] if side is situation.game.to_move and clauses else ""


@dataclass(frozen=True, slots=True)
class _Outcomes:
    """What the moves of one side lead to, one entry per move.

    Fields:
        losing: to a loss, at once or after a reply.
        soon: banned at this side's next turn.
        restricting: to a ban on going on, after a reply.
    """

    losing: tuple[LosingMove, ...] = ()
    soon: tuple[BannedMove, ...] = ()
    restricting: tuple[BannedMove, ...] = ()


def _outcomes_now(situation: _Situation) -> _Outcomes:
    """For the side to move."""
    game, board = situation.game, situation.game.position.board
    counted = [
        LosingMove(
            move,
            board[origin_of(move)],
            after_reply=False,
            ending=verdict.ending,
            clause=verdict.clause,
        )
        for move, verdict in situation.lost.items()
    ]
    if situation.terms.forbid:
        return _forbidden(situation, game, situation.completing)
    return _Outcomes(_one_a_move([*(item.losing for item in situation.completing), *counted]))


def _outcomes_next(situation: _Situation) -> _Outcomes:
    """For the other side, after each move that goes on with the cycle."""
    losing: list[LosingMove] = []
    soon: dict[Move, BannedMove] = {}
    restricting: dict[Move, BannedMove] = {}
    may_lose = situation.terms.forbid or may_complete(situation.past, situation.rules)
    for move in situation.going_on if may_lose else ():
        if move in situation.bans:
            continue
        game = situation.game.play(move)
        bans = banned_moves(game, situation.terms) if situation.terms.forbid else {}
        candidates = [answer for answer in game.legal_moves() if answer not in bans]
        found = completions(
            situation.past.then(move), situation.rules, candidates, situation.inspector
        )
        if not situation.terms.forbid:
            losing += [item.losing for item in found]
            continue
        outcomes = _forbidden(situation, game, found)
        losing += outcomes.losing
        soon |= {ban.move: ban for ban in _told(bans, game)}
        restricting |= {ban.move: ban for ban in outcomes.restricting}
    return _Outcomes(_one_a_move(losing), tuple(soon.values()), tuple(restricting.values()))


def _forbidden(situation: _Situation, game: Game, found: list[Completion]) -> _Outcomes:
    """In forbid mode nothing loses by a cycle, unless every move is banned in the end."""
    final = [item.losing for item in found if leaves_no_move(game, situation.terms, item)]
    others = [item.losing for item in found if item.losing not in final]
    return _Outcomes(
        losing=tuple(final),
        restricting=tuple(
            BannedMove(item.move, item.piece, BanReason(item.ending.value), item.clause)
            for item in others
        ),
    )


def _one_a_move(losing: list[LosingMove]) -> tuple[LosingMove, ...]:
    """One entry per move; one that loses at once goes before the same move after a reply."""
    found: dict[Move, LosingMove] = {}
    for item in sorted(losing, key=lambda item: item.after_reply):
        found.setdefault(item.move, item)
    return tuple(found.values())


def _told(bans: Mapping[Move, Ban], game: Game) -> tuple[BannedMove, ...]:
    """Bans with the pieces they keep from moving."""
    board = game.position.board
    return tuple(
        BannedMove(move, board[origin_of(move)], ban.reason, ban.clause)
        for move, ban in bans.items()
    )


def _breaking(situation: _Situation, outcomes: _Outcomes) -> tuple[Move, ...]:
    """The moves of the side to move that leave the cycle, and lose by nothing here."""
    lost = {item.move for item in outcomes.losing} | {ban.move for ban in outcomes.restricting}
    kept = {*situation.going_on, *situation.bans}
    return tuple(move for move in situation.legal if move not in kept and move not in lost)
