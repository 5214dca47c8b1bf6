"""Say in words why two records stay two, and what is moved."""

from collections.abc import Callable, Mapping

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.merging.rules import Refusal
from league.events.models import Event
from league.seasons.models import Season

_SENTENCES: Mapping[str, str | Promise] = {
    "same_record": gettext_lazy("That is the same record twice."),
    "erased": gettext_lazy("One of the two has been erased."),
    "absorbed": gettext_lazy("One of the two has been merged already."),
    "stands_for_others": gettext_lazy(
        "Another record was merged into the second one before. Let that one be the one that stays."
    ),
    "corrected": gettext_lazy(
        "Both are members on the same days, and the dates of the second one were corrected before. "
        "Let that one be the one that stays."
    ),
    "both_at_assembly": gettext_lazy(
        "Both were counted at the same meeting of the members, so these are two people."
    ),
    "assembly": gettext_lazy("The second one is at a meeting that is still open. Close it first."),
    "both_have_dues": gettext_lazy(
        "Dues are booked for both. Take back those of one of them first."
    ),
    "dues": gettext_lazy(
        "Dues are booked or agreed for the second one. Let that one be the one that stays."
    ),
    "auditor_on_board": gettext_lazy(
        "Whoever audits the till must not be on the board. End the other office first."
    ),
    "waiting": gettext_lazy(
        "Something of one of the two waits for a second person. Decide on it first."
    ),
    "objection": gettext_lazy("An objection of the second one is open. Decide on it first."),
    "rounds": gettext_lazy(
        "The second one still owes rounds of drinks. Enter them as bought, let them off or turn "
        "them into money first."
    ),
    "announced": gettext_lazy(
        "The second one has announced a payment. Enter it or refuse it first."
    ),
    "mandate": gettext_lazy("The second one has a direct debit mandate. End it first."),
}


def refusal(reason: Refusal) -> str:
    """Return one sentence for the officer in front of it."""
    if reason.code in _WITH_WHAT:
        return _WITH_WHAT[reason.code](reason)
    return str(_SENTENCES[reason.code])


def _there(reason: Refusal) -> str:
    events = Event.objects.filter(pk__in=reason.about).order_by("business_date", "pk")
    first = [
        f"{event.name} ({date_format(event.business_date, 'SHORT_DATE_FORMAT')})"
        for event in events[:3]
    ]
    more = " …" if len(reason.about) > len(first) else ""
    return _(
        "Both were there: %(events)s. Nobody sits in two places, so these are two people, or "
        "something was entered under the wrong name: correct that first."
    ) % {"events": ", ".join(first) + more}


def _squads(reason: Refusal) -> str:
    seasons = Season.objects.filter(pk__in=reason.about).order_by("start")
    return _("Both are in the squad of a team: %(seasons)s. Take one of them out first.") % {
        "seasons": ", ".join(season.name for season in seasons)
    }


_WITH_WHAT: Mapping[str, Callable[[Refusal], str]] = {
    "both_there": _there,
    "both_in_squads": _squads,
}

# Names of the rows moved, by model and column; the number comes before it.
MOVED: Mapping[str, str | Promise] = {
    "league.Participation.person": gettext_lazy(
        "evenings, tournaments and matches, with seats, games, cards and results"
    ),
    "league.Registration.person": gettext_lazy("registrations for tournaments"),
    "league.SquadMember.person": gettext_lazy("places in the squad of a team"),
    "league.Event.host": gettext_lazy("evenings as host"),
    "league.Membership.person": gettext_lazy("memberships"),
    "league.Office.person": gettext_lazy("offices"),
    "league.OldTableLine.person": gettext_lazy("lines of old tables"),
    "league.FormerName.person": gettext_lazy("former names"),
    "league.King.person": gettext_lazy("times König"),
    "league.PersonDetails.person": gettext_lazy("details, photo and birthday"),
    "league.DetailValue.person": gettext_lazy("details of the club’s own"),
    "league.PostalAddress.person": gettext_lazy("postal address"),
    "league.Invitation.person": gettext_lazy("open invitations, which are withdrawn"),
    "league.ReadToken.person": gettext_lazy("accesses for programs, which are revoked"),
    "league.CalendarLink.person": gettext_lazy("links to the calendar, which are revoked"),
    "league.ReportSubscription.person": gettext_lazy("subscribed reports, which are stopped"),
    "league.HeldMail.person": gettext_lazy("mails that wait, which are dropped"),
    "league.PushDevice.person": gettext_lazy("devices that get news, which get none any more"),
    "league.LoginSession.user": gettext_lazy("devices, which are logged out"),
}
