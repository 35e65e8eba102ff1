"""The host and port the web listens on: whether they are free, and whether somebody answers."""

import contextlib
import errno
import http.client
import socket
from dataclasses import dataclass

from casino.trouble import Unable

ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # noqa: S104 - only compared
LOCAL = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True, slots=True)
class Address:
    host: str
    port: int

    @property
    def near(self) -> str:
        """The host as seen from this machine."""
        return ANYWHERE.get(self.host, self.host)

    @property
    def site(self) -> str:
        return f"http://{_bracketed(self.near)}:{self.port}/"

    def names(self) -> list[str]:
        """What a browser may call it: the host; the machine's names too if it is open to all."""
        if self.host not in ANYWHERE:
            return list(dict.fromkeys([*LOCAL, _bracketed(self.host)]))
        name = socket.gethostname()
        return list(dict.fromkeys([*LOCAL, name, f"{name}.local", *_outward_address()]))


def must_be_free(where: Address) -> None:
    """Refuse an address that cannot be listened on, saying which other one could."""
    if not 0 < where.port < 65536:
        raise Unable(f"{where.port} is not a port; choose one from 1 to 65535 with --port.")
    try:
        _try(where)
    except socket.gaierror:
        raise Unable(f"{where.host} is not an address of this machine; see --host.") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            free = next((port for port in _others(where) if _is_free(where.host, port)), None)
            advice = f"for example `--port {free}`" if free else "another one with `--port`"
            raise Unable(
                f"Port {where.port} on {where.host} is taken by another program. Stop that one, "
                f"or choose {advice}."
            ) from None
        if error.errno == errno.EACCES:
            raise Unable(
                f"Port {where.port} is for root only; choose one from 1024 on with --port."
            ) from None
        raise Unable(
            f"{where.host} cannot be listened on ({error.strerror}); see --host."
        ) from None


def answers(where: Address) -> bool:
    """Whether a web server there answers, and not with an error of its own."""
    with contextlib.closing(http.client.HTTPConnection(where.near, where.port, timeout=5)) as line:
        try:
            line.request("GET", "/", headers={"Host": f"localhost:{where.port}"})
            return line.getresponse().status < 500
        except (OSError, http.client.HTTPException):
            return False


def _try(where: Address) -> None:
    for family, kind, protocol, _, name in socket.getaddrinfo(
        where.host, where.port, type=socket.SOCK_STREAM
    ):
        with contextlib.closing(socket.socket(family, kind, protocol)) as line:
            # As the web does: what a server that has just gone leaves behind is no obstacle.
            line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            line.bind(name)


def _others(where: Address) -> range:
    return range(where.port + 1, min(where.port + 50, 65536))


def _is_free(host: str, port: int) -> bool:
    try:
        _try(Address(host, port))
    except OSError:
        return False
    return True


def _outward_address() -> list[str]:
    """The address others on the network see; nothing is sent to find it out."""
    with contextlib.closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as line:
        try:
            line.connect(("192.0.2.1", 9))  # reserved for examples
            return [str(line.getsockname()[0])]
        except OSError:
            return []


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
