"""A message that only one browser can read (RFC 8291), and the word that it is ours (RFC 8292)."""

import hmac
import json
from base64 import urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from xiangqi_server.net.push.port import Subscription

RECORD_BYTES: Final = 4096
SALT_BYTES: Final = 16
SECRET_BYTES: Final = 16
TOKEN_S: Final = 12 * 60 * 60
"""How long a push service believes a word of ours; a day is the most."""
_WORD_BYTES: Final = 32


def encrypted(
    message: bytes,
    receiver: Subscription,
    salt: bytes,
    fresh: Callable[[], EllipticCurvePrivateKey] = lambda: generate_private_key(SECP256R1()),
) -> bytes:
    """A message as the body of a request, in one record.

    Args:
        salt: 16 random bytes.
        fresh: makes the key of this message.
    """
    own = fresh()
    own_point = _point(own.public_key())
    shared = own.exchange(ECDH(), _public(receiver.key))
    info = b"WebPush: info\0" + receiver.key + own_point
    material = _derived(receiver.secret, shared, info, 32)
    key = _derived(salt, material, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, material, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_BYTES.to_bytes(4) + bytes([len(own_point)]) + own_point
    return head + AESGCM(key).encrypt(nonce, message + b"\x02", None)


def is_readable(subscription: Subscription) -> bool:
    """Whether a message can be encrypted for it: the key is a point of the curve."""
    try:
        _public(subscription.key)
    except ValueError:
        return False
    return len(subscription.secret) == SECRET_BYTES


class OwnKey:
    """The key by which push services know this site.

    Args:
        key: kept by the operator; every node has the same.
    """

    def __init__(self, key: EllipticCurvePrivateKey) -> None:
        self._key = key
        self.public = _unpadded(_point(key.public_key()))

    @classmethod
    def fresh(cls) -> "OwnKey":
        """A new one."""
        return cls(generate_private_key(SECP256R1()))

    @classmethod
    def read(cls, text: bytes) -> "OwnKey":
        """The key of a file.

        Raises:
            ValueError: it holds none.
        """
        key = load_pem_private_key(text, None)
        if not isinstance(key, EllipticCurvePrivateKey) or not isinstance(key.curve, SECP256R1):
            raise ValueError("not a private key of the curve P-256")
        return cls(key)

    def written(self) -> bytes:
        """The key as a file holds it."""
        return self._key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())

    def authorization(self, origin: str, contact: str, now_ms: int) -> str:
        """The header by which a push service of this origin knows us.

        Args:
            contact: the address of the site, for the service's operators.
        """
        claims = {"aud": origin, "exp": now_ms // 1000 + TOKEN_S, "sub": contact}
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        text = ".".join(_unpadded(json.dumps(part).encode()) for part in parts)
        numbers = decode_dss_signature(self._key.sign(text.encode(), ECDSA(SHA256())))
        signature = b"".join(number.to_bytes(_WORD_BYTES) for number in numbers)
        return f"vapid t={text}.{_unpadded(signature)}, k={self.public}"


def _derived(salt: bytes, material: bytes, info: bytes, length: int) -> bytes:
    """HKDF with SHA-256, for no more than one block."""
    extracted = hmac.digest(salt, material, sha256)
    return hmac.digest(extracted, info + b"\x01", sha256)[:length]


def _public(point: bytes) -> EllipticCurvePublicKey:
    return EllipticCurvePublicKey.from_encoded_point(SECP256R1(), point)


def _point(key: EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _unpadded(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()
