"""A seed that nobody could choose: a secret that is fixed first, and a text of every seat.

Whoever deals draws a secret and shows its commitment. Then every seat adds a text of its own, and
the seed is made of all of them. The secret comes to light at the end; see docs/shuffles.md.

    >>> shuffle = Shuffle.of("00112233445566778899aabbccddeeff", ["Ann-7", ""])
    >>> shuffle.seed
    '00112233445566778899aabbccddeeff.Ann-7.'
    >>> shuffle.commitment
    '5947d7c33d783f94b3b4c1a96ebc8991ed28f1b069b71e03376cba8caa98a720'
"""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Annotated

from pydantic import AfterValidator

from parhelion.validated import Strict

SECRET_BYTES = 16
LONGEST_SEAT_TEXT = 64
_HEX = frozenset("0123456789abcdef")
_SEAT_TEXT = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")


def new_secret() -> str:
    """A secret of 128 random bits, as 32 hexadecimal digits."""
    return secrets.token_hex(SECRET_BYTES)


def commitment_of(secret: str) -> str:
    """What can be shown of a secret before it is told: no other one has the same."""
    return hashlib.sha256(secret.encode("ascii")).hexdigest()


def checked_seat_text(text: str) -> str:
    """The text that a seat adds, as given; ValueError says what it may be."""
    if len(text) > LONGEST_SEAT_TEXT or not _SEAT_TEXT.issuperset(text):
        raise ValueError(
            f"expected at most {LONGEST_SEAT_TEXT} characters of A-Z a-z 0-9 _ -, found {text!r}"
        )
    return text


def checked_commitment(text: str) -> str:
    """A commitment as given; ValueError says what it looks like."""
    return _checked_digits(text, 2 * hashlib.sha256().digest_size)


def _checked_secret(text: str) -> str:
    return _checked_digits(text, 2 * SECRET_BYTES)


def _checked_digits(text: str, count: int) -> str:
    if len(text) != count or not _HEX.issuperset(text):
        raise ValueError(f"expected {count} hexadecimal digits in small letters, found {text!r}")
    return text


class Shuffle(Strict):
    """What a seed was made of, as a record tells it; its shape is checked, nothing else."""

    commitment: Annotated[str, AfterValidator(checked_commitment)]
    secret: Annotated[str, AfterValidator(_checked_secret)]
    seats: list[Annotated[str, AfterValidator(checked_seat_text)]]
    """What each seat added, in their order; bots and rivals add nothing."""

    @classmethod
    def of(cls, secret: str, seats: Sequence[str]) -> "Shuffle":
        """The shuffle of a secret and of what the seats added."""
        return cls(commitment=commitment_of(secret), secret=secret, seats=list(seats))

    @property
    def seed(self) -> str:
        """The seed that they make."""
        return ".".join((self.secret, *self.seats))

    @property
    def keeps_its_word(self) -> bool:
        """Whether the secret is the one that was committed to."""
        return commitment_of(self.secret) == self.commitment
