"""The cold tier in an object store that speaks S3: each log an object under its digest.

The requests are those of `obstore`, a library that runs them in threads of its own; it comes with
`pip install 'xiangqi-server[s3]'`. It takes our credentials from the environment
(``AWS_ACCESS_KEY_ID``, ``AWS_SECRET_ACCESS_KEY``, ``AWS_REGION``, or the role of the machine),
never from the address.
"""

import secrets
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from xiangqi_server.kernel.store.cold import (
    IDENTITY_BYTES,
    IDENTITY_NAME,
    NO_COLD_TIER,
    ColdTier,
    digest_of,
    open_cold_files,
    require_digest,
)
from xiangqi_server.kernel.store.port import RecordError, StoreError, StoreUnavailable

SCHEME: Final = "s3://"
INSTALL: Final = "pip install 'xiangqi-server[s3]'"
REQUEST_TIMEOUT: Final = "10s"
"""How long one request may take."""
RETRIES: Final = 3


class ObjectAddress(NamedTuple):
    """Where the objects lie.

    Fields:
        bucket: there already; we make none.
        prefix: before the names of all objects, "" for nothing.
        endpoint: of a server that is not Amazon's, "" for theirs in the region.
    """

    bucket: str
    prefix: str
    endpoint: str

    @classmethod
    def read(cls, text: str) -> "ObjectAddress":
        """What an address says, such as `s3://bucket/prefix?endpoint=http://minio:9000`.

        Raises:
            ValueError: it is not one.
        """
        parts = urlsplit(text)
        options = dict(parse_qsl(parts.query, keep_blank_values=True))
        endpoint = options.pop("endpoint", "")
        is_bucket = parts.scheme == "s3" and parts.netloc and "@" not in parts.netloc
        if not is_bucket or parts.fragment or options:
            raise ValueError("not s3://bucket/prefix, with ?endpoint=… if it is not Amazon's")
        if endpoint and urlsplit(endpoint).scheme not in ("http", "https"):
            raise ValueError("the endpoint is not an address of http:// or https://")
        return cls(parts.netloc, parts.path.strip("/"), endpoint)


class ColdObjects:
    """The cold tier in a bucket; `open` makes it.

    Attributes:
        identity: see `ColdTier`.
    """

    def __init__(self, bucket: "_Bucket", identity: str) -> None:
        self._bucket = bucket
        self.identity = identity

    @classmethod
    async def open(cls, address: ObjectAddress) -> "ColdObjects":
        """The cold tier at an address, marked as ours if nothing is there.

        Raises:
            StoreUnavailable: it cannot be used.
        """
        bucket = _Bucket(address)
        try:
            try:
                identity = await bucket.get(IDENTITY_NAME)
            except FileNotFoundError:
                await bucket.put_new(IDENTITY_NAME, secrets.token_hex(IDENTITY_BYTES).encode())
                identity = await bucket.get(IDENTITY_NAME)  # of the first node
        except OSError as error:
            raise StoreUnavailable(f"the cold tier cannot be used: {error}") from error
        if len(identity) != 2 * IDENTITY_BYTES:
            raise StoreUnavailable(
                f"the cold tier cannot be used: {IDENTITY_NAME} is not one of ours"
            )
        return cls(bucket, identity.decode())

    async def put(self, packed: bytes) -> str:
        """See `ColdTier.put`; the object store has it."""
        digest = digest_of(packed)
        await self._bucket.put(_name(digest), packed)
        return digest

    async def get(self, digest: str) -> bytes:
        """See `ColdTier.get`."""
        name = _name(digest)
        try:
            packed = await self._bucket.get(name)
        except OSError as error:
            raise RecordError(f"the cold tier does not give {name}: {error}") from error
        return require_digest(packed, digest, name)


class _Bucket:
    """The objects of an address; all methods raise `OSError` for what cannot be done.

    Raises:
        StoreError: the library is not there.
    """

    def __init__(self, address: ObjectAddress) -> None:
        try:
            import obstore
            from obstore import exceptions, store
        except ImportError as error:
            raise StoreError(f"--cold {SCHEME}… needs a library: {INSTALL}") from error
        self._requests = obstore
        self._errors = exceptions
        try:
            self._store = store.S3Store(
                address.bucket,
                prefix=address.prefix or None,
                endpoint=address.endpoint or None,
                client_options={"timeout": REQUEST_TIMEOUT, "allow_http": bool(address.endpoint)},
                retry_config={"max_retries": RETRIES},
            )
        except exceptions.BaseError as error:
            raise StoreUnavailable(f"the cold tier cannot be used: {_first_line(error)}") from error

    async def get(self, name: str) -> bytes:
        """What an object holds.

        Raises:
            FileNotFoundError: there is no such object.
            OSError: it cannot be read.
        """
        try:
            found = await self._requests.get_async(self._store, name)
            return bytes(await found.bytes_async())
        except FileNotFoundError as error:
            raise FileNotFoundError(_first_line(error)) from error
        except (OSError, self._errors.BaseError) as error:
            raise OSError(_first_line(error)) from error

    async def put(self, name: str, content: bytes) -> None:
        """Have an object written."""
        try:
            await self._requests.put_async(self._store, name, content)
        except (OSError, self._errors.BaseError) as error:
            raise OSError(_first_line(error)) from error

    async def put_new(self, name: str, content: bytes) -> None:
        """Have an object written, unless there is one of that name."""
        try:
            await self._requests.put_async(self._store, name, content, mode="create")
        except self._errors.AlreadyExistsError:
            return
        except (OSError, self._errors.BaseError) as error:
            raise OSError(_first_line(error)) from error


def _name(digest: str) -> str:
    return f"{digest[:2]}/{digest[2:4]}/{digest}"


def _first_line(error: Exception) -> str:
    """What the library says, without the pages of detail it adds."""
    return str(error).splitlines()[0]


async def open_cold_tier(place: str) -> ColdTier:
    """The cold tier in a directory, at an address of objects, or nowhere ("").

    Raises:
        StoreUnavailable: it cannot be used.
        StoreError: what it needs is not installed, or that is no address.
    """
    if not place:
        return NO_COLD_TIER
    if "://" not in place:
        return open_cold_files(Path(place))
    try:
        address = ObjectAddress.read(place)
    except ValueError as error:
        raise StoreError(f"--cold {place}: {error}") from error
    return await ColdObjects.open(address)
