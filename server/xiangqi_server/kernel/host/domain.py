"""What a node runs: the host itself knows nothing of it."""

from dataclasses import dataclass

from xiangqi_server.kernel.aggregate.kind import AnyKind
from xiangqi_server.kernel.host.commit.offload import OffloadWorker
from xiangqi_server.kernel.host.effect_handler import AnyEffectHandler


@dataclass(frozen=True, slots=True)
class Domain:
    """What a node runs.

    Fields:
        kinds: every kind of aggregate.
        effect_handlers: the targets of effects that are not aggregates.
        offload_worker: works out what takes too long for the loop; None if nothing does.
    """

    kinds: tuple[AnyKind, ...]
    effect_handlers: tuple[AnyEffectHandler, ...] = ()
    offload_worker: OffloadWorker | None = None
