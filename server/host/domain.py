"""What a node runs, which the host itself knows nothing of."""

from dataclasses import dataclass

from server.aggregate.kind import AnyKind
from server.host.effect_handler import AnyEffectHandler
from server.host.offload import OffloadWorker


@dataclass(frozen=True, slots=True)
class Domain:
    """What a node runs.

    Fields:
        kinds: every kind of aggregate.
        effect_handlers: what takes effects without being an aggregate.
        offload_worker: works out what takes too long for the loop; None where nobody does.
    """

    kinds: tuple[AnyKind, ...]
    effect_handlers: tuple[AnyEffectHandler, ...] = ()
    offload_worker: OffloadWorker | None = None
