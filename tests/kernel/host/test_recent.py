from xiangqi_server.kernel.host.recent import COMMANDS_PER_ACTOR, CommandRef, Recent


def noting(*refs: tuple[str, str], actors: int = 2) -> Recent:
    recent = Recent()
    for version, ref in enumerate(refs, start=1):
        recent = recent.noting(CommandRef(*ref), version, actors)
    return recent


def test_a_command_is_known_by_actor_and_id() -> None:
    recent = noting(("ann", "1"), ("ben", "2"))

    assert recent.version_of(CommandRef("ann", "1")) == 1
    assert recent.version_of(CommandRef("ben", "1")) is None


def test_an_id_that_is_part_of_another_is_not_taken_for_it() -> None:
    recent = noting(("ann", "m12.ab"), ("ann", "m1.ab"), ("ann", "xm1"))

    known = [recent.version_of(CommandRef("ann", id_)) for id_ in ("m1.ab", "12.ab", "m1", "xm1")]
    assert known == [2, None, None, 3]


def test_what_is_stored_is_read_again() -> None:
    recent = noting(*(("ann", str(n)) for n in range(COMMANDS_PER_ACTOR + 1)), ("ben", "b"))

    record = recent.to_record()

    assert record[1] == ("ben", (("b", COMMANDS_PER_ACTOR + 2),))
    assert record[0][1][0] == ("1", 2)
    assert Recent.from_record(record) == recent


def test_the_actor_who_acted_longest_ago_is_forgotten_first() -> None:
    recent = noting(("ann", "1"), ("ben", "1"), ("ann", "2"), ("eve", "1"))

    known = [recent.version_of(CommandRef(actor, "1")) for actor in ("ann", "ben", "eve")]
    assert known == [1, None, 4]


def test_of_one_actor_the_oldest_command_is_forgotten_first() -> None:
    recent = noting(*(("ann", str(n)) for n in range(COMMANDS_PER_ACTOR + 1)))

    known = [recent.version_of(CommandRef("ann", str(n))) for n in (0, 1, COMMANDS_PER_ACTOR)]
    assert known == [None, 2, COMMANDS_PER_ACTOR + 1]
