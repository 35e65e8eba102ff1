"""The same lines posted with django-hordak, in a process of its own with hordak's own settings.

Run by `bench` as a module; prints how many entries of six legs it posted in a second.
"""

import sys
from time import perf_counter

ENTRY = (70_000, 70_000, -60_000, -80_000, 30_000, -30_000)
"""The lines of a coup that loses the bank: stakes, bank, two pontes, garage, banker."""


def main(address: str, entries: int) -> None:
    import environ
    from django.conf import settings

    settings.configure(
        INSTALLED_APPS=["django.contrib.contenttypes", "mptt", "djmoney", "hordak"],
        DATABASES={"default": environ.Env.db_url_config(address)},
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        USE_TZ=True,
        LOGGING_CONFIG=None,
    )
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    print(_post(entries))


def _post(entries: int) -> float:
    from django.db import transaction
    from hordak.models import Account, Leg, Transaction
    from moneyed import Money

    accounts = [
        Account.objects.create(name=str(n), code=str(n), type="LI", currencies=["EUR"])
        for n in range(1, len(ENTRY) + 1)
    ]
    begun = perf_counter()
    for _ in range(entries):
        with transaction.atomic():
            entry = Transaction.objects.create()
            for account, amount in zip(accounts, ENTRY, strict=True):
                money = Money(abs(amount) / 100, "EUR")
                side = {"debit": money} if amount > 0 else {"credit": money}
                Leg.objects.create(transaction=entry, account=account, **side)
    return entries / (perf_counter() - begun)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
