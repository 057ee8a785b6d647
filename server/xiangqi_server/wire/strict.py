"""Strict twins of the structs that clients send and that are stored as well.

A stored struct passes over fields it does not know, for a newer node may have written them. A
client that sends such a field has made a mistake, and hears of it. So what a client sent is
also read by a twin of its type, made here, which refuses them. The twin is also held to the shapes
of the fields that have a `SentShape`.
"""

from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from xiangqi_server.kernel.aggregate.derived import default_of
from xiangqi_server.kernel.aggregate.marks import SentShape


def lenient_structs(type_: Any) -> frozenset[type[Struct]]:
    """The structs inside a type that pass over unknown fields."""
    if not _is_struct(type_):
        return frozenset().union(*map(lenient_structs, get_args(type_)))
    inner = (lenient_structs(field.type) for field in msgspec.structs.fields(type_))
    own = () if type_.__struct_config__.forbid_unknown_fields else (type_,)
    return frozenset(own).union(*inner)


def strict(type_: Any) -> Any:
    """The same type, made of structs that all refuse unknown fields, held to what may be sent."""
    if isinstance(type_, SentShape):
        return type_.meta
    if _is_struct(type_):
        return _strict_struct(type_)
    args = tuple(map(strict, get_args(type_)))
    origin = Annotated if hasattr(type_, "__metadata__") else get_origin(type_)
    return (Union if origin is UnionType else origin)[args] if args else type_


@cache
def _strict_struct(struct: type[Struct]) -> type[Struct]:
    fields = [
        (field.name, strict(field.type), *default_of(field))
        for field in msgspec.structs.fields(struct)
    ]
    tag = struct.__struct_config__.tag
    return msgspec.defstruct(
        struct.__name__,
        fields,
        namespace={"__doc__": struct.__doc__},
        tag=tag,
        kw_only=True,
        forbid_unknown_fields=True,
    )


def _is_struct(type_: object) -> bool:
    return isinstance(type_, type) and issubclass(type_, Struct)
