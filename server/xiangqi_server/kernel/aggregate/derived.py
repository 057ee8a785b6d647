"""Structs that are made from others, so that what they share is declared once."""

from operator import attrgetter
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import FieldInfo

from xiangqi_server.kernel.aggregate.kind import Records

S = TypeVar("S", bound=Struct)


def default_of(field: FieldInfo) -> tuple[Any, ...]:
    """What stands for a field that is left out, if it may be; for `msgspec.defstruct`."""
    if field.required:
        return ()
    is_made = field.default is msgspec.NODEFAULT
    return (msgspec.field(default_factory=field.default_factory) if is_made else field.default,)


def records_without_id(state: type[S], **how: Any) -> Records[S]:
    """The records of a struct whose first field is the id that it is kept under."""
    fields = msgspec.structs.fields(state)[1:]
    shape = msgspec.defstruct(
        f"{state.__name__}Record",
        [(field.name, field.type, *default_of(field)) for field in fields],
        rename={field.name: field.encode_name for field in fields},
        frozen=True,
    )
    values = attrgetter(*shape.__struct_fields__)
    return Records(
        shape,
        lambda kept: shape(*values(kept)),
        lambda id_, record: state(id_, *values(record)),
        **how,
    )
