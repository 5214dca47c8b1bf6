"""Write the ground on which an empty database is filled; the demo writes nothing else itself."""

from django.apps import apps
from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError
from league.people.models.kinds import MembershipKind
from league.people.services.founding import lock_founding

NOT_EMPTY = "not_empty"
OURS = ("league", "games", "finance")


def require_empty() -> None:
    """Lock the founding; IllegalError if any table of ours holds a row. In a transaction.

    The kinds of membership that every club begins with do not count.
    """
    lock_founding()
    models = (model for label in OURS for model in apps.get_app_config(label).get_models())
    begun = MembershipKind.objects.exclude(name="").exists()
    if begun or any(
        model._default_manager.exists() for model in models if model is not MembershipKind
    ):
        raise not_empty()


def not_empty() -> IllegalError:
    return IllegalError(
        NOT_EMPTY, _("This database is not empty; the demo fills only an empty one.")
    )
