"""What a side wins by force when it goes on capturing and checking (article 24.3).

It is asked about captures, checks and turns; `line_search` finds the values, by rules stated there.

Source: Chinese Xiangqi Association, rules of 2020, articles 24.3, 26.1, 26.8.
"""

from xiangqi_server.game.rules.board.encoding import Board, Move, Side, Square
from xiangqi_server.game.rules.cxa.gain_question import (
    BY_ANY,
    NOTHING_TAKEN,
    Answers,
    Bounds,
    SearchQuestion,
    Stake,
)
from xiangqi_server.game.rules.cxa.line_search import LineSearch, Table, root_of
from xiangqi_server.game.rules.cxa.move_cache import MoveCache
from xiangqi_server.game.rules.cxa.positions import PositionCount
from xiangqi_server.game.rules.cxa.steps import Step
from xiangqi_server.game.rules.cxa.values import MATE, NOTHING


class GainSolver:
    """Weighs the captures and checks of one side; remembers what it has seen.

    The remembered lines are shared by all questions of the same kind.
    """

    def __init__(
        self, cache: MoveCache, side: Side, bounds: Bounds, positions: PositionCount
    ) -> None:
        self._cache = cache
        self._side = side
        self._bounds = bounds
        self._positions = positions
        self._tables: dict[tuple[Answers, Square, Stake], Table] = {}

    def beside(self, positions: PositionCount) -> "GainSolver":
        """One that begins with what this one remembers, and counts for itself."""
        solver = GainSolver(self._cache, self._side, self._bounds, positions)
        solver._tables = {kind: dict(table) for kind, table in self._tables.items()}
        return solver

    def of_capture(
        self, board: Board, step: Step, question: SearchQuestion, floor: int = -MATE
    ) -> int:
        """What we win by beginning with this capture; exact if it is more than `floor`."""
        search = self._search(question)
        return search.after(root_of(board, question, self._bounds), step, floor, MATE)

    def wins_by_capture(self, board: Board, step: Step, question: SearchQuestion) -> bool:
        """Whether we win anything by beginning with this capture."""
        search = self._search(question)
        root = root_of(board, question, self._bounds)
        return search.after(root, step, NOTHING, NOTHING + 1) > NOTHING

    def of_checks(self, board: Board, question: SearchQuestion, enough: int = MATE) -> int:
        """The most we win by beginning with a check that takes nothing of worth.

        Exact if it is less than `enough`. If everything counts, captures by our general and
        soldiers may begin as well.
        """
        search = self._search(question)
        root = root_of(board, question, self._bounds)
        steps = search.quiet_checks(root)
        if question.stake in BY_ANY:
            steps += search.exempt_captures(root)
        best = NOTHING_TAKEN
        for step in steps:
            best = max(best, search.after(root, step, best, enough))
            if best >= enough:
                break
        return best

    def wins_in_turn(
        self, board: Board, balance: int, spot: Square, question: SearchQuestion
    ) -> bool:
        """Whether we win anything on our turn, after they have captured on `spot`."""
        node = root_of(board, question, self._bounds, balance, spot)
        return self._search(question).ours(node, NOTHING, NOTHING + 1) > NOTHING

    def line_of_capture(
        self, board: Board, step: Step, question: SearchQuestion
    ) -> tuple[Move, ...]:
        """The capture and what follows when both sides do their best."""
        search = self._search(question)
        root = root_of(board, question, self._bounds)
        return search.line(root, step)

    def line_of_checks(self, board: Board, question: SearchQuestion) -> tuple[Move, ...]:
        """One of the best lines that begin with a check that takes nothing of worth."""
        best = self.best_checks(board, question)
        if not best:
            return ()
        return self._search(question).line(root_of(board, question, self._bounds), best[0])

    def best_checks(self, board: Board, question: SearchQuestion) -> list[Step]:
        """The checks that take nothing of worth and win the most; as much, if there are several."""
        search = self._search(question)
        root = root_of(board, question, self._bounds)
        values = [
            (search.after(root, step, -MATE, MATE), step) for step in search.quiet_checks(root)
        ]
        most = max((value for value, _ in values), default=NOTHING_TAKEN)
        return [step for value, step in values if value == most]

    def _search(self, question: SearchQuestion) -> LineSearch:
        kind = question.answers, question.shield, question.stake
        table = self._tables.setdefault(kind, {})
        return LineSearch(self._cache, self._side, question, table, self._positions)
