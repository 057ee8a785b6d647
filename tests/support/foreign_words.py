"""Words on a Chinese page that are not Chinese, and should be."""

import re

from tests.support.browser import Guest

NAMES = re.compile(
    r"(?<=[游遊]客 )[a-z0-9]+|English|Tiếng Việt|ItsYourTurn|Chess Variants|WXF|ICCS|FEN|PGN"
    r"|ms\b|[a-z]+-\d+|cchess\.rul"
)


async def foreign_words(guest: Guest) -> list[str]:
    """Latin words in sight that are no proper names."""
    text = str(await guest.page.locator("body").inner_text())
    return re.findall(r".*[A-Za-z]{2,}.*", NAMES.sub("", text))
