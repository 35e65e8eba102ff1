"""The games' names, as people say them: French ones, in every language."""

NAMES = {
    "chemin_de_fer": "Chemin de fer",
    "banque": "Baccarat banque",
    "punto_banco": "Punto banco",
}


def game_named(game: str) -> str:
    return NAMES.get(game, game)
