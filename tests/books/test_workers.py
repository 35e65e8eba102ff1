"""Several workers at once, and a real one: where commits are commits and processes die."""

import os
import subprocess
import sys
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from celery import Celery
from django.db import connection

from casino.settings import _broker
from ledger import reconciliation
from ledger.models import Difference, Reconciliation
from tables.commission_due import COMMISSION_DUE
from tests.books.conftest import DAY
from tests.conftest import NOW

ROOT = Path(__file__).resolve().parents[2]


def in_a_thread(work):
    """Do some work on a connection of its own, as another worker would."""

    def alone():
        try:
            return work()
        finally:
            connection.close()

    return alone


def same_database():
    where = connection.settings_dict
    return psycopg.connect(
        host=where["HOST"],
        user=where["USER"],
        dbname=where["NAME"],
        password=where["PASSWORD"] or None,
        port=where["PORT"] or None,
    )


def test_of_four_workers_at_once_one_writes(real_database, coup, tamper):
    """C10."""
    tamper("DELETE FROM ledger_commission WHERE table_id = 4")
    reconciliation.ask(day=DAY, asked_by="agnes", now=NOW)
    together = threading.Barrier(4)

    def work():
        together.wait()
        return reconciliation.reconcile(day=DAY, due=COMMISSION_DUE, now=NOW)

    with ThreadPoolExecutor(4) as workers:
        runs = [one.result() for one in [workers.submit(in_a_thread(work)) for _ in range(4)]]
    assert sorted(run is not None for run in runs) == [False, False, False, True]
    assert Reconciliation.objects.get().state == "done"
    assert Difference.objects.count() == 1


def test_two_askers_at_once_are_one_run(real_database, coup):
    together = threading.Barrier(4)

    def work():
        together.wait()
        return reconciliation.ask(day=DAY, asked_by="agnes", now=NOW).id

    with ThreadPoolExecutor(4) as workers:
        ids = [one.result() for one in [workers.submit(in_a_thread(work)) for _ in range(4)]]
    assert len(set(ids)) == 1
    assert Reconciliation.objects.count() == 1


def test_a_worker_at_work_is_left_alone_and_a_dead_one_replaced(real_database, coup):
    reconciliation.ask(day=DAY, asked_by="agnes", now=NOW)
    another = same_database()
    another.execute("SELECT pg_advisory_xact_lock(%s, %s)", [reconciliation.LOCKS, DAY.toordinal()])
    assert reconciliation.reconcile(day=DAY, due=COMMISSION_DUE, now=NOW) is None
    assert Reconciliation.objects.get().state == "running"
    another.close()  # as a killed worker's connection is
    run = None
    until = time.monotonic() + 5
    while run is None and time.monotonic() < until:
        run = reconciliation.reconcile(day=DAY, due=COMMISSION_DUE, now=NOW)
    assert run is not None
    assert (run.state, run.coups) == ("done", 1)


class Queue:
    """A queue of its own on the broker, and workers that listen to it alone."""

    def __init__(self, broker, folder):
        self.name = f"books-{uuid.uuid4()}"
        self.folder = folder
        self.environment = environment(broker)
        self.app = Celery(broker=_broker(broker))
        self.workers = []

    def send(self, task, *arguments):
        self.app.send_task(task, arguments, queue=self.name)

    def start_worker(self):
        log = self.folder / f"worker-{len(self.workers)}.log"
        with log.open("wb") as output:
            worker = subprocess.Popen(
                [
                    *(sys.executable, "-m", "celery", "-A", "casino", "worker"),
                    *("--pool", "solo", "--queues", self.name, "--loglevel", "INFO"),
                    *("--without-mingle", "--without-gossip"),
                ],
                cwd=ROOT,
                env=self.environment,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        self.workers.append(worker)
        return worker

    def close(self):
        for worker in self.workers:
            worker.kill()
            worker.wait()
        self.app.close()


def environment(broker):
    """What a worker is told: this test's database, as the web's role."""
    where = connection.settings_dict
    host = where["HOST"]
    place = f"/{host}" if host.startswith("/") else f"{host}:{where['PORT'] or 5432}"
    who = f"{where['USER']}:{where['PASSWORD']}" if where["PASSWORD"] else where["USER"]
    return {
        **os.environ,
        "DATABASE_URL": f"postgresql://{who}@{place}/{where['NAME']}",
        "CAGNOTTE_DATABASE_ROLE": "cagnotte_web",
        "DJANGO_SETTINGS_MODULE": "casino.settings",
        "REDIS_URL": broker,
        "C_FORCE_ROOT": "true",
    }


@pytest.fixture
def queue(broker, real_database, tmp_path):
    queue = Queue(broker, tmp_path)
    yield queue
    queue.close()


def wait_for(state, seconds=30):
    until = time.monotonic() + seconds
    while (now := Reconciliation.objects.get().state) != state:
        assert time.monotonic() < until, f"{now}, not {state}"
        time.sleep(0.05)


def test_a_real_worker_reconciles(real_database, coup, queue):
    reconciliation.ask(day=DAY, asked_by="agnes", now=NOW)
    queue.send("reconcile", DAY.isoformat())
    queue.start_worker()
    wait_for("done")
    run = Reconciliation.objects.get()
    assert (run.coups, run.expected, run.posted) == (1, 3_500, 3_500)


def test_a_run_outlives_its_message_and_its_worker(real_database, coup, tamper, queue):
    """Asked for while the broker was away; then the worker is killed half-way."""
    tamper("DELETE FROM ledger_commission WHERE table_id = 4")
    reconciliation.ask(day=DAY, asked_by="agnes", now=NOW)
    with same_database() as holder:
        holder.execute("SET ROLE NONE")
        holder.execute("LOCK ledger_difference IN ACCESS EXCLUSIVE MODE")
        worker = queue.start_worker()
        queue.send("reconcile_waiting")
        wait_for("running")
        worker.kill()
        worker.wait()
    assert Difference.objects.count() == 0
    queue.start_worker()
    queue.send("reconcile_waiting")
    wait_for("done")
    assert list(Difference.objects.values_list("kind", "expected", "posted")) == [
        ("missing", 3_500, 0)
    ]


def test_the_schedule_asks_for_the_days_itself(real_database, coup, queue):
    """Fired twice: the second finds nothing left to do but look again."""
    queue.send("reconcile_days")
    queue.send("reconcile_days")
    queue.start_worker()
    until = time.monotonic() + 30
    while Reconciliation.objects.filter(state="done").count() < 1:
        assert time.monotonic() < until
        time.sleep(0.05)
    assert {run.asked_by for run in Reconciliation.objects.all()} == {"schedule"}
    assert {run.posted for run in Reconciliation.objects.filter(state="done")} == {3_500}
