"""Who plays. Names only: what somebody does is the game's own business."""

from random import Random

NAMES = (
    *("Ann", "Bob", "Cleo", "Dan", "Eve", "Flo", "Gus", "Hana", "Ivo", "Jade", "Kurt", "Lena"),
    *("Max", "Nora", "Otto", "Pia", "Quentin", "Rosa", "Sami", "Tess", "Ugo", "Vera", "Willem"),
    *("Xenia", "Yves", "Zoe", "Aldo", "Berta", "Carlo", "Dora", "Emil", "Fanny", "Georg", "Hugo"),
)


def newcomer(at_the_table: set[str], chance: Random) -> str:
    """Somebody who is not at the table yet."""
    return chance.choice([name for name in NAMES if name not in at_the_table])
