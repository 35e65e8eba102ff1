"""How packages get into `.venv`: with uv if it is there, else with whichever pip can be found.

Standard library only. What has no wheel for this machine is refused by name.
"""

import base64
import hashlib
import os
import re
import shutil
import ssl
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from casino.progress import Progress
from casino.trouble import Unable

# The last resort for a Python with neither ensurepip nor pip, from the index the user names.
PIP_WHEEL = "pip-25.3-py3-none-any.whl"
PIP_SHA256 = "9655943313a94722b7774661c21049070f6bbb0a1516bf02f7c8d5d9201514cd"

# Nothing is resolved and nothing is built, but for one that is published without a wheel: pure
# Python, and only `bench` asks for it.
AS_PINNED = ["--no-deps", "--only-binary", ":all:", "--no-binary", "django-hordak"]

NO_NETWORK = re.compile(
    "name resolution|NameResolution|Failed to establish|Network is unreachable|dns error"
    "|tcp connect|Connection refused|timed out|ConnectTimeout|ReadTimeout|client error .Connect"
    "|error sending request|Could not connect|Tunnel connection failed",
    re.IGNORECASE,
)


def install(*, venv: Path, pins: Path, python: str) -> None:
    """Make `venv` if it is not there and install exactly `pins` into it, telling the progress."""
    progress = Progress(f"Preparing the environment in {venv} ({pins.name})")
    uv = shutil.which("uv")
    if uv:
        try:
            _with_uv(uv, venv, pins, python, progress)
            return
        except Unable as trouble:
            progress.line(f"uv could not do it ({trouble}); trying pip")
    if not (venv / "bin" / "python").exists():
        _run([python, "-m", "venv", "--without-pip", str(venv)], progress)
    pip = pip_for(venv, python, progress)
    options = [*AS_PINNED, "--no-compile", "--retries", "2"]
    quiet = ["--disable-pip-version-check", "--no-input", "--progress-bar", "off"]
    progress.count(_number_of(pins))
    _run([*pip, "install", *options, *quiet, "-r", str(pins)], progress)
    progress.done("packages installed")


def _with_uv(uv: str, venv: Path, pins: Path, python: str, progress: Progress) -> None:
    inside = str(venv / "bin" / "python")
    if not Path(inside).exists():
        _run([uv, "venv", "--allow-existing", "--python", python, str(venv)], progress)
    progress.count(_number_of(pins))
    options = [*AS_PINNED, "--python", inside]
    _run([uv, "pip", "install", *options, "-r", str(pins)], progress)
    progress.done("packages installed by uv")


def pip_for(venv: Path, python: str, progress: Progress) -> list[str]:
    """The words that start a pip which installs into `venv`; getting one if there is none."""
    inside = str(venv / "bin" / "python")
    if _works([inside, "-m", "pip", "--version"]):
        return [inside, "-m", "pip"]
    progress.line("getting pip")
    if _works([inside, "-m", "ensurepip"]):
        return [inside, "-m", "pip"]
    outer = [python, "-m", "pip", "--python", inside]
    if _works([*outer, "--version"]):
        return outer
    if os.environ.get("PIP_INDEX_URL"):
        wheel = fetch_pip(os.environ["PIP_INDEX_URL"], venv)
        return [inside, f"{wheel}/pip"]
    raise Unable(
        "This Python has no pip and cannot make one (no ensurepip). Install either (on Debian "
        "and Ubuntu: `apt install python3-venv`; on Fedora: `dnf install python3-pip`) or uv, "
        "then run the same command again."
    )


def fetch_pip(index: str, folder: Path) -> Path:
    """Download pip's wheel from a package index; taken only if it is exactly the known file."""
    page = index.rstrip("/") + "/pip/"
    try:
        listing = _get(page).decode("utf-8", "replace")
        links = re.findall(r'href="([^"#]*)', listing)
        link = next((found for found in links if found.endswith(PIP_WHEEL)), None)
        if link is None:
            raise Unable(f"This Python has no pip, and {PIP_WHEEL} is not in {_public(index)}.")
        content = _get(urllib.parse.urljoin(page, link))
    except (OSError, ValueError) as error:
        raise Unable(
            f"This Python has no pip, and {_public(index)} could not be read ({error})."
        ) from None
    if hashlib.sha256(content).hexdigest() != PIP_SHA256:
        raise Unable(f"{PIP_WHEEL} from {_public(index)} is not the file it should be; not used.")
    wheel = folder / PIP_WHEEL
    wheel.write_bytes(content)
    return wheel


def _get(url: str) -> bytes:
    parts = urllib.parse.urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    if parts.scheme not in ("http", "https", "file"):
        raise ValueError(f"{parts.scheme} is not a way to fetch a file")
    request = urllib.request.Request(parts._replace(netloc=host).geturl())  # noqa: S310 - above
    if parts.username:
        words = urllib.parse.unquote(f"{parts.username}:{parts.password or ''}")
        request.add_header("Authorization", "Basic " + base64.b64encode(words.encode()).decode())
    trust = ssl.create_default_context(cafile=os.environ.get("PIP_CERT") or None)
    with urllib.request.urlopen(request, timeout=60, context=trust) as answer:  # noqa: S310
        content: bytes = answer.read()
    return content


def _public(url: str) -> str:
    """The address without the name and password it may carry."""
    parts = urllib.parse.urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


def _works(command: list[str]) -> bool:
    try:
        result = subprocess.run(command, capture_output=True, env=_surroundings(), timeout=120)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return False
    return result.returncode == 0


def _run(command: list[str], progress: Progress) -> None:
    status, output = progress.follow(command, _surroundings())
    if status != 0:
        progress.failed()
        raise Unable(why(output))


def _surroundings() -> dict[str, str]:
    """The environment for uv and pip, without settings that send packages elsewhere."""
    elsewhere = ("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV")
    kept = {name: value for name, value in os.environ.items() if name not in elsewhere}
    return {**kept, "PIP_USER": "0", "PIP_REQUIRE_VIRTUALENV": "0", "PYTHONUNBUFFERED": "1"}


def _number_of(pins: Path) -> int:
    return len(re.findall(r"^[A-Za-z0-9][^ ]*==", pins.read_text(), re.MULTILINE))


def why(output: str) -> str:
    """An installer's failure in one sentence, from what it printed."""
    if re.search("No space left on device|Disk quota exceeded|os error 28", output):
        return "The disk is full: free about 500 MB, then run the same command again."
    if re.search("Read-only file system|Permission denied", output):
        return f"The installer may not write where it has to: {_last(output, 1)}"
    if NO_NETWORK.search(output):
        return (
            "The packages could not be downloaded: there seems to be no network. The first "
            "command of a fresh clone needs it (or PIP_INDEX_URL naming an index it can reach)."
        )
    missing = re.search(r"No matching distribution found for (\S+)", output)
    if missing:
        return f"There is no ready-made package of {missing[1]} for this Python and machine."
    if "No module named venv" in output:
        return "This Python cannot make environments (Debian, Ubuntu: `apt install python3-venv`)."
    return f"The packages could not be installed. The installer's last words:\n{_last(output, 12)}"


def _last(output: str, lines: int) -> str:
    return "\n".join([line for line in output.splitlines() if line.strip()][-lines:])
