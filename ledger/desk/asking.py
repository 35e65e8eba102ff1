"""Asking for a reconciliation from a page: a row in the database, and a message to the worker.

The row is what counts. The message only makes it quick, so it is sent once the row is there for a
worker to find, and a broker that is away is no reason to refuse: what waits is found by the clock.
"""

import logging
from datetime import date, datetime
from functools import partial

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from ledger import reconciliation

log = logging.getLogger(__name__)


def ask(*, day: date, asked_by: str, now: datetime) -> None:
    """Have a gaming day reconciled, soon."""
    with transaction.atomic():
        reconciliation.ask(day=day, asked_by=asked_by, now=now)
        transaction.on_commit(partial(_tell_a_worker, day))


def _tell_a_worker(day: date) -> None:
    try:
        current_app.send_task(reconciliation.TASK, [day.isoformat()], retry=False)
    except OperationalError as error:
        log.warning("no broker (%s): the reconciliation of %s waits in the database", error, day)
