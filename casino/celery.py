"""The jobs' application, and what is done by the clock.

Started as `celery -A casino worker` and `celery -A casino beat`. Nothing here is needed to keep a
table: with the broker away people play on, and what was asked for is found again in the database.
"""

import os
from datetime import timedelta

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

app = Celery("casino")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# A broker that does not answer must not hold up the page that only wants to leave a message.
app.conf.broker_transport_options = {
    "socket_connect_timeout": 2,
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0,
}

# Intervals, not hours of the day: on the night the clocks change every hour is still an hour. What
# is due is read from the database, so a beat that is late, double or was away misses nothing.
HOUR, HALF_MINUTE = timedelta(hours=1), timedelta(seconds=30)
app.conf.beat_schedule = {
    "reconcile days": {"task": "reconcile_days", "schedule": HOUR},
    # While no worker is up these would only pile up: the next one looks for all that waits.
    "reconcile what waits": {
        "task": "reconcile_waiting",
        "schedule": HALF_MINUTE,
        "options": {"expires": HALF_MINUTE.total_seconds()},
    },
}
