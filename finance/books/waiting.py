"""A file that came with a form which was refused: nobody has to choose or photograph it twice.

It waits in the file store; the form carries a signed ticket for it, good for one day and one user.
"""

from datetime import timedelta

from django.core import signing

from finance.books import voucher_files
from finance.books.services.vouchers import Upload
from league.people.models.people import User

SALT = "finance.books.waiting"
MAX_AGE = timedelta(days=1)


def ticket(upload: Upload, user: User) -> str:
    return signing.dumps([voucher_files.keep(upload.content), upload.name, user.pk], salt=SALT)


def redeem(ticket: str, user: User) -> Upload | None:
    """The file of a ticket; None where it is another's, too old, or the file is gone."""
    try:
        sha256, name, owner = signing.loads(ticket, salt=SALT, max_age=MAX_AGE)
    except signing.BadSignature:
        return None
    content = voucher_files.content_of(sha256) if owner == user.pk else None
    return None if content is None else Upload(name=name, content=content)
