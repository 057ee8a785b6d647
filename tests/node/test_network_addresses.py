import socket

from tests.node.test_settings import settings_of
from xiangqi_server.node.listening import addresses_of
from xiangqi_server.node.network_addresses import network_addresses


def test_the_loopback_and_what_is_gone_are_no_address_of_the_network() -> None:
    loopback = [one for one in socket.if_nameindex() if one[1].startswith("lo")]

    assert network_addresses(lambda: [*loopback, (99, "gone0"), (98, "x" * 300)]) == ()


def test_each_address_is_one_at_which_this_machine_can_listen() -> None:
    for address in network_addresses():
        with socket.socket() as listener:
            listener.bind((str(address), 0))


def test_addresses_of_the_network_are_told_only_where_others_are_let_in() -> None:
    alone = addresses_of(settings_of(), 8080, 8081)
    shared = addresses_of(settings_of("--host", "0.0.0.0"), 8080, 8081)

    assert alone.network == ()
    assert shared.network == tuple(f"http://{one}:8080/" for one in network_addresses())
