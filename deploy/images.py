#!/usr/bin/env python3
"""Pins the images in these files to what their tags mean today, so that all machines run the same.

    deploy/images.py            writes `@sha256:…` behind each tag; a release runs it
    deploy/images.py --check    changes nothing; exit code 1 names what is not pinned

It asks the registries, and needs nothing but Python. Look at the difference before you commit it.
REGISTRY is the address of Docker Hub, or of a mirror of it; FOLDER another one than this.
"""

import json
import os
import re
import sys
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

HUB = os.environ.get("REGISTRY", "https://registry-1.docker.io").rstrip("/")
FOLDER = Path(os.environ.get("FOLDER", Path(__file__).parent))
FILES = ("Dockerfile", "compose*.yaml", "kubernetes/*.yaml")
IMAGE = re.compile(
    r"^(?P<before>FROM |\s*(?:- )?image: )(?P<image>[a-z0-9./:-]+:[\w.-]+)"
    r"(?P<digest>@sha256:[0-9a-f]{64})?(?=\s|$)",
    re.MULTILINE,
)
KINDS = (
    "application/vnd.oci.image.index.v1+json",
    "application/vnd.docker.distribution.manifest.list.v2+json",
    "application/vnd.oci.image.manifest.v1+json",
    "application/vnd.docker.distribution.manifest.v2+json",
)
DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
WAIT_S = 30


class NotPinned(Exception):
    """The registry does not say what an image is; the text says why."""


def place_of(image: str) -> tuple[str, str, str]:
    """The registry, the name there, and the tag of an image."""
    name, _, tag = image.rpartition(":")
    host, slash, rest = name.partition("/")
    if slash and ("." in host or ":" in host):
        return f"https://{host}", rest, tag
    return HUB, name if slash else f"library/{name}", tag


def digest_of(image: str) -> str:
    """What a tag means today: the digest of all its platforms.

    Raises:
        NotPinned: nobody says so.
    """
    registry, name, tag = place_of(image)
    headers = {"Accept": ", ".join(KINDS)}
    asked = Request(f"{registry}/v2/{name}/manifests/{tag}", headers=headers, method="HEAD")  # noqa: S310 - a registry
    try:
        try:
            answer = urlopen(asked, timeout=WAIT_S)  # noqa: S310 - a registry
        except HTTPError as refused:
            if refused.code != 401:
                raise
            asked.add_header("Authorization", f"Bearer {token_for(refused, name)}")
            answer = urlopen(asked, timeout=WAIT_S)  # noqa: S310 - a registry
        with answer:
            digest = answer.headers.get("Docker-Content-Digest", "")
    except (URLError, OSError) as error:
        raise NotPinned(f"{image}: {error}") from error
    if DIGEST.fullmatch(digest) is None:
        raise NotPinned(f"{image}: the registry tells no digest, but {digest!r}")
    return f"@{digest}"


def token_for(refused: HTTPError, name: str) -> str:
    """What lets us read: anybody is given it who asks where the registry says.

    Raises:
        NotPinned: the registry says nothing that we know.
    """
    with refused:
        said = refused.headers.get("WWW-Authenticate", "")
    words = dict(re.findall(r'(\w+)="([^"]*)"', said))
    if not said.lower().startswith("bearer ") or "realm" not in words:
        raise NotPinned(f"{name}: the registry asks for {said!r}")
    query = {"service": words.get("service", ""), "scope": f"repository:{name}:pull"}
    where = f"{words['realm']}?{urlencode(query)}"
    with urlopen(where, timeout=WAIT_S) as answer:  # noqa: S310 - as the registry says
        told = json.load(answer)
    return str(told.get("token") or told.get("access_token"))


def main() -> int:
    """Pin, or look; the exit code."""
    files = [file for pattern in FILES for file in sorted(FOLDER.glob(pattern))]
    texts = {file: file.read_text() for file in files}
    found = [match for text in texts.values() for match in IMAGE.finditer(text)]
    if sys.argv[1:] == ["--check"]:
        loose = sorted({match["image"] for match in found if not match["digest"]})
        sys.stderr.writelines(f"{image} is not pinned\n" for image in loose)
        return 1 if loose else 0
    try:
        digests = {image: digest_of(image) for image in sorted({one["image"] for one in found})}
    except NotPinned as error:
        sys.stderr.write(f"images.py: {error}; nothing was changed\n")
        return 1
    for file, text in texts.items():
        file.write_text(
            IMAGE.sub(lambda one: one["before"] + one["image"] + digests[one["image"]], text)
        )
    sys.stdout.writelines(f"{image}{digest}\n" for image, digest in digests.items())
    return 0


if __name__ == "__main__":
    sys.exit(main())
