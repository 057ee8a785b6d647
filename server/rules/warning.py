"""What the players are told before a repetition is ruled on.

This module hides how far ahead a warning looks. The move that completes a losing cycle is
often the victim's, so a move counts as losing also when *some one reply* makes it lose. In
forbid mode the same moves are told as what is banned, will be, or brings a ban about.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from server.rules.bans import banned_moves, moves_into
from server.rules.board import Move, Side, origin_of
from server.rules.deeds import deed_of
from server.rules.foresight import Completion, completions, leaves_no_move
from server.rules.game import Game
from server.rules.repetition import Inspector, Level
from server.rules.rulesets import RuleSet, RuleTerms, rule_set
from server.rules.ruling import (
    Ban,
    BannedMove,
    BanReason,
    LosingMove,
    RepetitionWarning,
    SideWarning,
    Verdict,
)
from server.rules.window import Window, repeated_part, reversible_part


def warning(game: Game, terms: RuleTerms) -> RepetitionWarning | None:
    """What both players must know now; None when nothing recurs and nothing is banned."""
    rules = rule_set(terms)
    bans = banned_moves(game, terms)
    lost = rules.strategy.losing_moves(game)
    recurs = game.occurrences >= rules.warn_at
    if not (bans or lost or recurs):
        return None
    window, inspector = repeated_part(game), rules.strategy.inspector()
    outlook = rules.strategy.outlook(window, inspector) if recurs else None
    if not (bans or lost or outlook):
        return None
    legal = game.legal_moves()
    view = _View(
        game,
        terms,
        rules,
        window,
        reversible_part(game),
        bans,
        lost,
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
        left=max(0, rules.rule_at - game.occurrences) if outlook else 0,
        bans=rules.bans or terms.forbid,
        window=(window.first_ply, game.ply - 1) if recurs else None,
        sides=(_side(view, Side.RED), _side(view, Side.BLACK)),
    )


@dataclass(frozen=True, slots=True)
class _View:
    """What the parts of a warning are made from; `going_on` are the moves into the window."""

    game: Game
    terms: RuleTerms
    rules: RuleSet
    window: Window
    past: Window
    bans: Mapping[Move, Ban]
    lost: Mapping[Move, Verdict]
    outlook: Verdict | None
    inspector: Inspector
    legal: list[Move]
    going_on: list[Move]


def _side(view: _View, side: Side) -> SideWarning:
    """One side's part."""
    is_to_move = side is view.game.to_move
    outcomes = _outcomes_now(view) if is_to_move else _outcomes_next(view)
    ledger = view.outlook.ledger if view.outlook else None
    return SideWarning(
        level=ledger.accounts[side].level if ledger else Level.NONE,
        at_fault=_is_at_fault(view, side),
        ending=view.outlook.ending if view.outlook else None,
        clause=_clause(view, side),
        deed=deed_of(ledger, side) if ledger else None,
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
    return side is view.game.to_move and bool(view.bans or view.lost)


def _clause(view: _View, side: Side) -> str:
    """The clause that the warning of a side rests on."""
    if view.outlook is not None:
        return view.outlook.clause
    clauses = [ban.clause for ban in view.bans.values()]
    clauses += [verdict.clause for verdict in view.lost.values()]
    return clauses[0] if side is view.game.to_move and clauses else ""


@dataclass(frozen=True, slots=True)
class _Outcomes:
    """What the moves of one side lead to, one entry a move.

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
    candidates = [move for move in view.legal if move not in view.bans]
    found = completions(view.past, view.rules, candidates, view.inspector)
    if view.terms.forbid:
        return _forbidden(view, game, found)
    return _Outcomes(_one_a_move([*(item.losing for item in found), *counted]))


def _outcomes_next(view: _View) -> _Outcomes:
    """For the other side, after each move that goes on with the cycle."""
    losing: list[LosingMove] = []
    soon: dict[Move, BannedMove] = {}
    restricting: dict[Move, BannedMove] = {}
    for move in view.going_on:
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
    """One entry a move; one that loses at once goes before the same move after a reply."""
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
