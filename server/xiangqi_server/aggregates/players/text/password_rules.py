"""Which passwords are too easily guessed: short ones, those like the name, and common ones."""

from importlib.resources import files
from typing import Final

from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.kernel.aggregate.refusal import require

MIN_CHARS: Final = 10
LEAST_SIGNS: Final = 3
"""The fewest different characters in a password."""
_ENDINGS: Final = "!?.,*#$ "
"""What people append to a common password, as guessers know."""
_COMMON: Final = frozenset(
    line
    for line in files(__package__).joinpath("common_passwords.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
)


def require_strong(password: str, name: str) -> None:
    """Go on if a password is strong enough for an account of that name.

    Raises:
        Refused: `WEAK_PASSWORD`.
    """
    folded = password.casefold()
    is_long = len(password) >= MIN_CHARS
    is_name = name.casefold() in folded and len(password) < len(name) + 4
    is_varied = len(set(password)) >= LEAST_SIGNS
    is_common = not _COMMON.isdisjoint((folded, folded.strip(_ENDINGS)))
    is_strong = is_long and is_varied and not is_name and not is_common
    require(is_strong, PlayerRefusal.WEAK_PASSWORD)
