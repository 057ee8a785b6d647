"""What the players are told before a repetition is ruled on.

A warning tells what becomes of the game if the last lap is run again until it is ruled on, so
warning and ruling agree. The move that completes a losing cycle is often the victim's, so a
move counts as losing also when *some one reply* makes it lose. A lap may lead back by another
way than the laps before, so such a move is told of in a position that is new, too. In forbid
mode the same moves are told as what is banned, will be, or brings a ban about.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from server.rules.adjudication.bans import banned_moves, moves_into
from server.rules.adjudication.foresight import (
    Completion,
    completions,
    leaves_no_move,
    may_complete,
)
from server.rules.board.by_side import BySide
from server.rules.board.encoding import Move, Side, origin_of
from server.rules.game.game import Game
from server.rules.repetition.evidence import Level
from server.rules.repetition.inspector import Inspector
from server.rules.repetition.laps import part_to_come
from server.rules.repetition.ruling import (
    Ban,
    BannedMove,
    BanReason,
    LosingMove,
    RepetitionWarning,
    SideWarning,
    Verdict,
)
from server.rules.repetition.summary import deed_of
from server.rules.repetition.window import Window, reversible_part
from server.rules.rulesets import RuleSet, RuleTerms, rule_set
from server.rules.rulesets.base import RoundsWarning


def warning(game: Game, terms: RuleTerms) -> RepetitionWarning | None:
    """What both players must know now; None when there is nothing to know."""
    rules = rule_set(terms)
    told = _of_repetition(game, terms, rules)
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
            ending=verdict.ending,
            clause=verdict.clause,
            deed=deed_of(evidence, side),
            losing=(),
            banned=(),
            breaking=(),
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


def _of_repetition(game: Game, terms: RuleTerms, rules: RuleSet) -> RepetitionWarning | None:
    """The warning of what recurs or is banned."""
    bans = banned_moves(game, terms)
    lost = rules.strategy.losing_moves(game)
    recurs = game.occurrences >= rules.warn_at
    near_ruling = not rules.bans and game.most_occurrences >= rules.rule_at - 1
    if not (bans or lost or recurs or near_ruling):
        return None
    past = reversible_part(game)
    window = past.repeated()
    inspector = rules.strategy.inspector_of(past)
    laps, ruled_at = _laps_to_come(window, rules, inspector) if recurs else (window, 0)
    outlook = rules.strategy.outlook(laps, inspector) if recurs else None
    legal = game.legal_moves()
    allowed = [move for move in legal if move not in bans]
    completing = completions(past, rules, allowed, inspector)
    if not (bans or lost or outlook or completing):
        return None
    evidence = outlook.evidence if outlook else None
    last_lap = window.first_ply + (0, *window.starts_of_laps)[-1]
    view = _View(
        game,
        terms,
        rules,
        window,
        past,
        bans,
        lost,
        completing,
        outlook,
        inspector,
        legal,
        going_on=moves_into(window, game, legal),
    )
    return RepetitionWarning(
        rule_set=rules.name,
        version=rules.version,
        to_move=game.to_move,
        occurrences=game.occurrences,
        left=ruled_at - game.occurrences if outlook else 0,
        bans=rules.bans or terms.forbid,
        window=(min(laps.first_ply, last_lap), game.ply - 1) if recurs else None,
        sides=BySide.of(lambda side: _side(view, side)),
        doubts=evidence.doubts if evidence else (),
        full_reading=evidence.full_reading if evidence else None,
    )


def _laps_to_come(window: Window, rules: RuleSet, inspector: Inspector) -> tuple[Window, int]:
    """What is ruled on if the last lap goes on and on, and at which occurrence."""
    return part_to_come(window, rules.rule_at, lambda laps: rules.strategy.culprit(laps, inspector))


@dataclass(frozen=True, slots=True)
class _View:
    """What the parts of a warning are made from.

    `completing` are the moves that complete a cycle against the side to move, `going_on` those
    into the window.
    """

    game: Game
    terms: RuleTerms
    rules: RuleSet
    window: Window
    past: Window
    bans: Mapping[Move, Ban]
    lost: Mapping[Move, Verdict]
    completing: list[Completion]
    outlook: Verdict | None
    inspector: Inspector
    legal: list[Move]
    going_on: list[Move]


def _side(view: _View, side: Side) -> SideWarning:
    """One side's part."""
    is_to_move = side is view.game.to_move
    outcomes = _outcomes_now(view) if is_to_move else _outcomes_next(view)
    evidence = view.outlook.evidence if view.outlook else None
    return SideWarning(
        level=evidence.sides[side].level if evidence else Level.NONE,
        at_fault=_is_at_fault(view, side),
        ending=view.outlook.ending if view.outlook else None,
        clause=_clause(view, side),
        deed=deed_of(evidence, side) if evidence else None,
        losing=outcomes.losing,
        banned=_told(view.bans, view.game) if is_to_move else (),
        soon=outcomes.soon,
        restricting=outcomes.restricting,
        breaking=_breaking(view, outcomes) if is_to_move else (),
    )


def _is_at_fault(view: _View, side: Side) -> bool:
    """Whether it is this side that the rules are about to turn against."""
    if view.outlook is not None and view.outlook.loser is side:
        return True
    return side is view.game.to_move and bool(view.bans or view.lost or view.completing)


def _clause(view: _View, side: Side) -> str:
    """The clause that the warning of a side rests on."""
    if view.outlook is not None:
        return view.outlook.clause
    clauses = [ban.clause for ban in view.bans.values()]
    clauses += [verdict.clause for verdict in view.lost.values()]
    clauses += [item.losing.clause for item in view.completing]
    return clauses[0] if side is view.game.to_move and clauses else ""


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


def _outcomes_now(view: _View) -> _Outcomes:
    """For the side to move."""
    game, board = view.game, view.game.position.board
    counted = [
        LosingMove(
            move,
            board[origin_of(move)],
            after_reply=False,
            ending=verdict.ending,
            clause=verdict.clause,
        )
        for move, verdict in view.lost.items()
    ]
    if view.terms.forbid:
        return _forbidden(view, game, view.completing)
    return _Outcomes(_one_a_move([*(item.losing for item in view.completing), *counted]))


def _outcomes_next(view: _View) -> _Outcomes:
    """For the other side, after each move that goes on with the cycle."""
    losing: list[LosingMove] = []
    soon: dict[Move, BannedMove] = {}
    restricting: dict[Move, BannedMove] = {}
    may_lose = view.terms.forbid or may_complete(view.past, view.rules)
    for move in view.going_on if may_lose else ():
        if move in view.bans:
            continue
        game = view.game.play(move)
        bans = banned_moves(game, view.terms) if view.terms.forbid else {}
        candidates = [answer for answer in game.legal_moves() if answer not in bans]
        found = completions(view.past.then(move), view.rules, candidates, view.inspector)
        if not view.terms.forbid:
            losing += [item.losing for item in found]
            continue
        outcomes = _forbidden(view, game, found)
        losing += outcomes.losing
        soon |= {ban.move: ban for ban in _told(bans, game)}
        restricting |= {ban.move: ban for ban in outcomes.restricting}
    return _Outcomes(_one_a_move(losing), tuple(soon.values()), tuple(restricting.values()))


def _forbidden(view: _View, game: Game, found: list[Completion]) -> _Outcomes:
    """In forbid mode nothing loses by a cycle, unless every move is banned in the end."""
    final = [item.losing for item in found if leaves_no_move(game, view.terms, item)]
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


def _breaking(view: _View, outcomes: _Outcomes) -> tuple[Move, ...]:
    """The moves of the side to move that leave the cycle, and lose by nothing here."""
    lost = {item.move for item in outcomes.losing} | {ban.move for ban in outcomes.restricting}
    kept = {*view.going_on, *view.bans}
    return tuple(move for move in view.legal if move not in kept and move not in lost)
