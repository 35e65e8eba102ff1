"""The jobs that know coups. Each may run twice, late, beside itself, or be killed half-way."""

from datetime import date

from celery import shared_task
from django.utils import timezone

from ledger import reconciliation
from tables.commission_due import COMMISSION_DUE

SCHEDULE = "schedule"
"""Who asked, when nobody did."""


@shared_task(name=reconciliation.TASK)
def reconcile(day: str) -> None:
    """Do the run asked for, if it still is to be done."""
    _reconcile(date.fromisoformat(day))


@shared_task(name="reconcile_days")
def reconcile_days() -> None:
    """Have the open day, and each day that has passed since, reconciled."""
    now = timezone.now()
    for day in reconciliation.days_to_ask(now):
        reconciliation.ask(day=day, asked_by=SCHEDULE, now=now)
    reconcile_waiting()


@shared_task(name="reconcile_waiting")
def reconcile_waiting() -> None:
    """Do what was asked for and whose message was lost, or whose worker died."""
    for day in reconciliation.waiting_days():
        _reconcile(day)


def _reconcile(day: date) -> None:
    reconciliation.reconcile(day=day, due=COMMISSION_DUE, now=timezone.now())
