"""Ask a second person about a merge: its deed, its words, its mails."""

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from config.merging import queries, rules, services
from league.access.queries.rights import day_of
from league.approvals.models import Approval
from league.approvals.queries import Kind, register
from league.mail.letters import about_login, absolute, hand_over, language_of
from league.people.models.people import Person


def register_kinds() -> None:
    register(
        services.KIND,
        Kind(
            carry_out=services.carry_out,
            words=_words,
            tell=_tell,
            person_refuses=True,
            also_confirm=_owner,
        ),
    )


def _owner(approval: Approval) -> list[int]:
    """Return the owner of the one record with a login, who may confirm if nothing is gained."""
    absorbed = queries.get_person(approval.values["absorbed"])
    owner = rules.owner_confirms(
        queries.record_of(approval.person),
        queries.record_of(absorbed),
        approval.proposed_by_id,
        day_of(approval.proposed_at),
    )
    return [] if owner is None else [owner]


def _words(approval: Approval) -> str:
    absorbed = Person.objects.select_related("user").get(pk=approval.values["absorbed"])
    words = _("The record “%(absorbed)s” becomes one with that of %(name)s") % {
        "absorbed": absorbed.name,
        "name": approval.person.name,
    }
    if not approval.is_waiting:
        return words
    today = day_of(approval.proposed_at)
    rights = queries.rights_of(approval.person, absorbed, today)
    login = queries.login_of(approval.person, absorbed)
    return f"{words}. {login} {', '.join(rights)}".strip()


def _tell(approval: Approval) -> None:
    """Tell the users of both records, while it waits and when it is done."""
    persons = Person.objects.select_related("user").filter(pk__in=approval.values["concerned"])
    addresses = {person.user.email: person for person in persons if person.user is not None}
    for email, person in addresses.items():
        with language_of(person):
            subject = (
                _("Two records of you are to become one")
                if approval.is_waiting
                else _("Two records of you: what has become of it")
            )
            context = {
                "approval": approval,
                "words": _words(approval),
                "page": absolute(reverse("league:approval", args=[approval.pk])),
            }
            body = render_to_string("merging/mail.txt", context)
            hand_over(about_login(subject, body, email))
