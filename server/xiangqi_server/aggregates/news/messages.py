"""What the news can be asked, and what can happen there; texts were cleaned before."""

from msgspec import Struct


class Post(Struct, frozen=True, tag="post"):
    """Tell everybody something; `id` is fresh, `language` None is for readers of all."""

    by: str
    id: str
    title: str
    text: str
    language: str | None = None


class WithdrawNews(Struct, frozen=True, tag="withdraw"):
    """Take an item back; one that is not there changes nothing."""

    by: str
    id: str


NewsCommand = Post | WithdrawNews


class Posted(Struct, frozen=True, tag="posted"):
    """An item appeared."""

    by: str
    id: str
    title: str
    text: str
    language: str | None = None


class Withdrawn(Struct, frozen=True, tag="withdrawn"):
    """An item is gone."""

    by: str
    id: str


NewsEvent = Posted | Withdrawn
