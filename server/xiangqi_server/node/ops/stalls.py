"""How long the event loop was held: a timer that rings often tells how late it was."""


class Stalls:
    """What the timer of the connections tells, four times a second.

    Attributes:
        total_s: by how much the timer was late, all together.
    """

    def __init__(self) -> None:
        self.total_s = 0.0
        self._worst_s = 0.0

    def note(self, late_s: float) -> None:
        """Take by how many seconds the timer was late."""
        self.total_s += late_s
        self._worst_s = max(self._worst_s, late_s)

    def worst_s(self) -> float:
        """The longest delay since this was last asked."""
        worst_s, self._worst_s = self._worst_s, 0.0
        return worst_s
