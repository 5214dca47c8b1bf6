"""The sender of what waited on a phone: no entries go out under another person's name.

A phone keeps beside each entry the sign of the person who tapped it, as the server gave it, and
says it when it sends. It must be the person in front now, or an earlier holder of a link of that
table.
"""

from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from league.access.actors import Actor
from league.errors import NotAllowedError
from league.links.models import Holder

HEADER = "X-Sender"
PLACES = 20


def sender_of(actor: Actor) -> str:
    """Return the sign of a login or of a holder of a table's link; empty for neither.

    Only the table of a link can be read out of it.
    """
    if actor.user_id is not None:
        return f"person-{_sign('user', actor.user_id)}"
    if actor.holder_id is not None and actor.table_id is not None:
        return _of_holder(actor.table_id, actor.holder_id)
    return ""


def check_sender(request: HttpRequest, actor: Actor) -> str:
    """Return the sign under which the request sends, empty if it says none.

    Raises NotAllowedError if the sign is another person's.
    """
    headers = request.headers.get(HEADER, "")
    if not headers:
        return ""  # as programs do, and a tap that does not wait
    own, table = sender_of(actor), f"link-{actor.table_id}-"
    if headers == own or (own.startswith(table) and headers.startswith(table)):
        return headers
    raise other_sender()


def tapped_by(sender: str, actor: Actor) -> str:
    """Return the name of an earlier holder who tapped what is sent now.

    Empty if it is the sender's.
    """
    if actor.table_id is None or sender in {"", sender_of(actor)}:
        return ""
    holders = Holder.objects.filter(link__table=actor.table_id)
    return next(
        (holder.name for holder in holders if _of_holder(actor.table_id, holder.pk) == sender), ""
    )


def other_sender() -> NotAllowedError:
    return NotAllowedError(
        "other_sender", _("Somebody else entered that on this phone. Only they can send it.")
    )


def _of_holder(table_id: int, holder_id: int) -> str:
    return f"link-{table_id}-{_sign('holder', holder_id)}"


def _sign(kind: str, key: int) -> str:
    return salted_hmac("sender", f"{kind} {key}").hexdigest()[:PLACES]
