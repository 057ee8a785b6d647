"""Certificates for servers of a test, by an authority of its own: what openssl makes."""

import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

_NEW_KEY: Final = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
_SETTINGS: Final = """[ca]
default_ca = ours
[ours]
new_certs_dir = .
database = index
serial = serial
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
"""


@dataclass(frozen=True, slots=True)
class Certificate:
    """One of a server, which shows it as a client too.

    Fields:
        file, key, authority: where they lie.
    """

    file: Path
    key: Path
    authority: Path

    @property
    def query(self) -> str:
        """What stands behind the ``?`` of an address, for a client that shows this certificate."""
        files = (
            ("ssl_ca_certs", self.authority),
            ("ssl_certfile", self.file),
            ("ssl_keyfile", self.key),
        )
        return urlencode(files)

    @property
    def trust(self) -> str:
        """The same for a client that shows none."""
        return urlencode((("ssl_ca_certs", self.authority),))

    def options(self, port: int, *, asks_clients: bool = True) -> tuple[str, ...]:
        """What a server is told that speaks nothing but TLS."""
        settings = {
            "port": 0,
            "tls-port": port,
            "tls-cert-file": self.file,
            "tls-key-file": self.key,
            "tls-ca-cert-file": self.authority,
            "tls-auth-clients": "yes" if asks_clients else "no",
            "tls-replication": "yes",
            "tls-cluster": "yes",
        }
        return tuple(word for name, value in settings.items() for word in (f"--{name}", str(value)))


class Authority:
    """Signs certificates.

    Args:
        home: an empty directory.
    """

    def __init__(self, home: Path) -> None:
        self._home = home
        (home / "settings").write_text(_SETTINGS)
        (home / "index").touch()
        (home / "serial").write_text("01\n")
        self._openssl(
            f"req -x509 {_NEW_KEY} -days 2 -subj /CN=authority -keyout ca.key -out ca.pem"
        )
        self.file = home / "ca.pem"

    def certificate(
        self, name: str, of: str = "IP:127.0.0.1", end: str = "21000101"
    ) -> Certificate:
        """A new one.

        Args:
            name: of its files.
            of: whose it is, as a subject alternative name.
            end: the day on which it expires, as YYYYMMDD.
        """
        self._openssl(f"req {_NEW_KEY} -subj /CN={name} -keyout {name}.key -out {name}.csr")
        (self._home / f"{name}.ext").write_text(f"subjectAltName = {of}\n")
        self._openssl(
            f"ca -batch -notext -config settings -cert ca.pem -keyfile ca.key -in {name}.csr "
            f"-extfile {name}.ext -startdate 20200101000000Z -enddate {end}000000Z -out {name}.pem"
        )
        return Certificate(self._home / f"{name}.pem", self._home / f"{name}.key", self.file)

    def _openssl(self, words: str) -> None:
        subprocess.run(["openssl", *words.split()], cwd=self._home, check=True, capture_output=True)
