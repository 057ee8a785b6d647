"""Which server answers at one address: another one, or the same that was started again."""

from xiangqi_server.kernel.store.client.single_primary import SinglePrimary

NONE = "0" * 40


def a_server(id_: str, before: str = NONE) -> bytes:
    """What a server says of its replication."""
    return f"# Replication\r\nmaster_replid:{id_}\r\nmaster_replid2:{before}\r\n".encode()


async def test_only_a_server_that_was_a_replica_before_has_been_promoted() -> None:
    primary = SinglePrimary()
    promotions = []
    for said in (
        a_server("first"),
        a_server("first"),
        a_server("second"),  # started again
        a_server("third", "second"),
        a_server("third", "second"),
        b"it tells nothing",
    ):

        async def call(*_words: str, said: bytes = said) -> bytes:
            return said

        await primary.ask(call)
        promotions.append(primary.promotions)

    assert promotions == [0, 0, 0, 1, 1, 1]
    assert primary.id == "third"
