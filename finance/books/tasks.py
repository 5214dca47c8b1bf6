"""The till's work in the background: photos of vouchers become what every browser shows.

The worker knows it because the services do, which the app imports as it starts.
"""

from celery import shared_task
from django.db import transaction

from finance.books import voucher_pictures


@shared_task
def make_picture(sha256: str) -> None:
    """Makes the JPEG of a voucher's photo; does nothing where it is there."""
    voucher_pictures.make_picture(sha256)


def ring_for_picture(sha256: str) -> None:
    """Rings once the voucher is committed; a silent bell is no error, the voucher's page rings."""
    transaction.on_commit(lambda: make_picture.delay(sha256), robust=True)
