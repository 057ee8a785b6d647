"""Messages that only one browser reads: the RFC's example, another program, and bad keys."""

import json
from base64 import urlsafe_b64decode

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePublicKey,
    derive_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from tests.support.push_endpoint import Browser
from xiangqi_server.net.push.encryption import TOKEN_S, OwnKey, encrypted, is_readable
from xiangqi_server.net.push.port import Subscription

SERVICE = "https://push.example"
NOW_MS = 1_795_176_000_123


def raw(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def test_the_example_of_the_rfc_is_met_byte_for_byte() -> None:
    receiver = Subscription(
        "",
        raw(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        ),
        raw("BTBZMqHH6r4Tts7J_aSIgg"),
    )
    sender = int.from_bytes(raw("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))

    body = encrypted(
        b"When I grow up, I want to be a watermelon",
        receiver,
        raw("DGv6ra1nlYgDCS1FRnbzlw"),
        lambda: derive_private_key(sender, SECP256R1()),
    )

    assert body == raw(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
        "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
        "lcy4a-fN"
    )


def test_another_program_reads_what_we_write() -> None:
    browser = Browser()

    body = encrypted("轮到您走".encode(), browser.subscription(SERVICE), b"s" * 16)

    assert browser.read(body).decode() == "轮到您走"


def test_a_push_service_can_check_whose_word_it_is() -> None:
    own = OwnKey.read(OwnKey.fresh().written())

    word = own.authorization(SERVICE, "https://club.example", NOW_MS)

    token = word.removeprefix("vapid t=").partition(", k=")[0]
    signed, _, signature = token.rpartition(".")
    numbers = (int.from_bytes(raw(signature)[:32]), int.from_bytes(raw(signature)[32:]))
    public = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), raw(own.public))
    public.verify(encode_dss_signature(*numbers), signed.encode(), ECDSA(SHA256()))
    assert json.loads(raw(signed.partition(".")[2])) == {
        "aud": SERVICE,
        "exp": NOW_MS // 1000 + TOKEN_S,
        "sub": "https://club.example",
    }


def test_keys_that_are_none_are_found_before_anything_is_encrypted() -> None:
    good = Browser().subscription(SERVICE)

    assert is_readable(good)
    for bad in (
        good._replace(key=b""),
        good._replace(key=b"\x04" + b"\x01" * 64),
        good._replace(key=b"\x00"),
        good._replace(key=good.key[:-1]),
        good._replace(secret=b"short"),
    ):
        assert not is_readable(bad), bad
