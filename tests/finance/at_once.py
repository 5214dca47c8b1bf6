"""Several who write at the same moment, each with a connection of its own."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connections

from finance.errors import IllegalError
from tests.waiting import LIMIT


def at_once(*jobs):
    """Run the jobs in threads of their own, all starting together; return what each returned."""
    start = Barrier(len(jobs))

    def run(job):
        start.wait()
        try:
            return job()
        except IllegalError as refused:
            return refused
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return [future.result(LIMIT) for future in [pool.submit(run, job) for job in jobs]]
