"""Where things lie on the drawn table. Geometry only: no rules, no money, no words.

The croupier sits at the bottom; seat 1 is at his right and the numbers rise counter-clockwise,
which is the way the bank travels.
"""

import math
from dataclasses import dataclass

STAKE_IN_X, STAKE_IN_Y = 84, 66  # how far inside the rim a stake lies


@dataclass(frozen=True, slots=True)
class Geometry:
    """The cloth, in drawing units; the centre of the seats and of the oval is the same."""

    width: int = 640
    height: int = 470
    centre_x: int = 320
    centre_y: int = 226
    radius_x: int = 266
    radius_y: int = 170


GEOMETRY = Geometry()


@dataclass(frozen=True, slots=True)
class Place:
    """A seat's circle and the spot in front of it where its stake lies, in drawing units."""

    number: int
    x: int
    y: int
    stake_x: int
    stake_y: int


def places(seats: int) -> tuple[Place, ...]:
    """One place for each seat, spread evenly round the table with a gap for the croupier."""
    return tuple(_place(number, seats) for number in range(1, seats + 1))


def _place(number: int, seats: int) -> Place:
    # Measured from the croupier at the bottom (90° on a screen, where y grows downwards).
    angle = math.radians(90 - 360 * number / (seats + 1))
    across, down = math.cos(angle), math.sin(angle)
    cloth = GEOMETRY
    return Place(
        number=number,
        x=round(cloth.centre_x + (cloth.radius_x + 8) * across),
        y=round(cloth.centre_y + (cloth.radius_y + 8) * down),
        stake_x=round(cloth.centre_x + (cloth.radius_x - STAKE_IN_X) * across),
        stake_y=round(cloth.centre_y + (cloth.radius_y - STAKE_IN_Y) * down),
    )
