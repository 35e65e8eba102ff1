"""What counts as a whole number and as a text in anything that comes in from outside."""

from typing import TypeGuard

LONGEST_TEXT = 500


def is_whole(value: object) -> TypeGuard[int]:
    """Python's True and False are integers; at a table they are not."""
    return type(value) is int


def is_text(value: object) -> TypeGuard[str]:
    """A name or a reason: not blank, not endless, and nothing the log could not keep as UTF-8.

    Control characters and lone surrogates are refused: a database text cannot hold them all.
    """
    return (
        isinstance(value, str)
        and len(value) <= LONGEST_TEXT
        and not value.isspace()
        and value != ""
        and not any(ch < " " or ch == "\x7f" or "\ud800" <= ch <= "\udfff" for ch in value)
    )
