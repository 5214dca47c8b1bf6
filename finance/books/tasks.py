"""The till's work in the background: photos of vouchers become what every browser shows.

The worker knows it because the services do, which the app imports as it starts.
"""

from celery import shared_task
from django.db import transaction

from finance.books import voucher_pictures


@shared_task
def make_picture(sha256: str) -> None:
    """Make the JPEG of a voucher's photo; do nothing if it exists."""
    voucher_pictures.make_picture(sha256)


def enqueue_picture(sha256: str) -> None:
    """Enqueue `make_picture` on commit; a lost message is no error, the page asks again."""
    transaction.on_commit(lambda: make_picture.delay(sha256), robust=True)
