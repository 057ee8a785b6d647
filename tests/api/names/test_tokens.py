"""Tokens and what is derived from them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xiangqi_server.aggregates.players.refusals import PlayerRefusal
from xiangqi_server.api.names.tokens import TOKEN_BYTES, guest_name, mint, mint_device, read_token
from xiangqi_server.kernel.aggregate.refusal import Refused
from xiangqi_server.wire.client import Hello
from xiangqi_server.wire.codec import Format, decode

RANDOM = st.binary(min_size=TOKEN_BYTES, max_size=TOKEN_BYTES)


def test_a_token_holds_all_the_random_bits_and_a_checksum_as_text() -> None:
    assert mint(bytes(32)) == "g" + "A" * 43 + "Jh91D"
    assert mint(b"\xff" * 32) == "g" + "_" * 42 + "-QCZR9"


@given(RANDOM)
def test_a_minted_token_gives_an_id_that_rooms_and_stores_accept(random_bytes: bytes) -> None:
    player = read_token(mint(random_bytes)).player

    assert re.fullmatch("[a-z0-9]{16}", player)


@given(RANDOM, RANDOM)
def test_different_tokens_are_different_players(one: bytes, other: bytes) -> None:
    same_player = read_token(mint(one)).player == read_token(mint(other)).player

    assert same_player == (one == other)


def test_the_same_token_is_the_same_player_for_ever() -> None:
    token = mint(bytes(range(32)))

    assert read_token(token).player == "752n7t5aetlctvec"
    assert (
        read_token(token).hash.hex()
        == "8d6cd352fa7ea26a2dde906e43356f1306d40c10ddece0609299760ebfc971f9"
    )


def test_the_public_id_says_nothing_about_the_kept_hash() -> None:
    token = mint(bytes(32))

    assert read_token(token).player not in read_token(token).hash.hex()
    assert len(read_token(token).hash) == 32


@pytest.mark.parametrize(
    "token",
    [
        "",
        "g",
        "g" + "A" * 48,
        "x" + mint(bytes(32))[1:],
        mint(bytes(32))[:-1],
        mint(bytes(32)) + "A",
        mint(bytes(32)) + "\n",
        mint(bytes(32))[:-1] + "+",
        "g" + "Ａ" * 48,
    ],
)
def test_what_is_no_token_of_ours_is_refused(token: str) -> None:
    with pytest.raises(Refused) as refused:
        read_token(token)

    assert refused.value.code is PlayerRefusal.BAD_TOKEN


@given(RANDOM, st.integers(1, 48), st.sampled_from("ABCXYZabcxyz019-_"))
def test_a_token_damaged_in_one_place_is_refused(
    random_bytes: bytes, place: int, other: str
) -> None:
    token = mint(random_bytes)
    damaged = token[:place] + other + token[place + 1 :]

    if damaged != token:
        with pytest.raises(Refused):
            read_token(damaged)


def test_a_hello_may_carry_a_minted_token() -> None:
    token = mint(b"\xfb" * 32)
    hello = Hello("1", token=token)

    assert decode(b'{"type":"hello","id":"1","token":"%s"}' % token.encode(), Format.JSON) == hello


def test_a_guest_is_named_by_the_head_of_the_id() -> None:
    assert guest_name("4k2mabcdefgh2345") == "Guest 4k2m"


def test_the_token_of_a_device_names_its_player_and_ends_in_a_checksum_over_both() -> None:
    token = mint_device("4k2mabcdefgh2345", bytes(range(TOKEN_BYTES)))
    other = token.replace("4k2m", "4k2n")

    assert (read_token(token).player, read_token(token).is_guest) == ("4k2mabcdefgh2345", False)
    assert len(read_token(token).hash) == 32
    for damaged in (other, token[:-1] + "_", token[:-1]):
        with pytest.raises(Refused) as refused:
            read_token(damaged)
        assert refused.value.code is PlayerRefusal.BAD_TOKEN
