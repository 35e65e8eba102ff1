"""Who may sign in to the demo casino: (role, name, password). Nothing but names, no Django."""

PASSWORD = "chemin-de-fer"  # noqa: S105 - told to whoever starts the demo

SIGN_INS: tuple[tuple[str, str, str], ...] = (
    ("croupier", "claire", PASSWORD),
    ("pit_manager", "paul", PASSWORD),
    ("accountant", "agnes", PASSWORD),
    ("auditor", "august", PASSWORD),
)
OTHERS = (("croupier", "marc", PASSWORD),)
