"""The hash chain of a table's log: the text that is hashed, and the hash.

Pure and small on purpose: whoever wants to check a log in another language writes these two again.
"""

import hashlib
import json
from typing import Any

GENESIS = bytes(32)


def canonical(value: Any) -> str:
    """The one way a value is written down to be hashed: sorted keys, no spaces, UTF-8 as it is."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def entry_hash(previous: bytes, body: str) -> bytes:
    """SHA-256 over the previous entry's hash (32 raw bytes) and this entry's text in UTF-8."""
    return hashlib.sha256(previous + body.encode()).digest()
