"""The address of a login: access to its mail makes a user that person, so every change is recorded.

For an officer a change waits for the code sent to the old address, for a second person, or for
seven days; all others' happen at once. Both are told to both addresses.
"""

from datetime import date, datetime

from django.db import transaction
from django.db.models import Q
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from league.access.queries.rights import day_of
from league.approvals import services as approvals
from league.approvals.models import Approval
from league.approvals.queries import waiting_address
from league.errors import IllegalError, InvalidError
from league.mail.queries import by_mail_lazy
from league.people.models.invitations import Invitation
from league.people.models.people import Office, Person, User
from league.people.services import invitations, people
from league.security import services as security
from league.security.models import SecurityEntry
from league.web.mailbox import tidy

Kind = SecurityEntry.Kind


def admit(
    *, name: str, email: str, kind: str, start: date, by: Person | None, now: datetime
) -> Person:
    """Create a person as `people.create_member`, invited at once; a guest without an address is
    not.

    With an address the person gets a login, and its giver is recorded: no one makes the second
    person for an act of his own.
    """
    with transaction.atomic():
        person = people.create_member(name=name, email="", kind=kind, start=start)
        if email:
            change_address(person=person, email=email, by=by, now=now)
            person.refresh_from_db()
        elif kind:
            invitations.invite(person=person, by=by, now=now)
        return person


def come_in(*, invitation: Invitation, email: str, now: datetime) -> Person:
    """Let the holder of the link, or of its code that was read out, come in as the person: once.

    Only a person who never logged in and holds no office comes in like that; one without a login
    gives the `email` for it, which counts as given by the maker of the link. An officer asks for
    the address instead, and it waits: look at the person's login. Errors as `invitations.accept`
    and `change_address`. Locks the person.
    """
    with transaction.atomic():
        person = Person.objects.select_for_update(no_key=True, of=["self"]).get(
            pk=invitation.person_id
        )
        by_link = opens(person, day_of(now))
        accepted = invitations.accept(invitation=invitation, by_link=by_link, now=now)
        if person.user is None:
            change_address(person=person, email=email, by=accepted.made_by, now=now)
            person.refresh_from_db()
        if by_link:
            security.note(kind=Kind.INVITATION_USED, now=now, subject=person, email=email)
        return person


def opens(person: Person, today: date) -> bool:
    """Return whether the link of an invitation alone is enough for this person."""
    never = person.user is None or (person.user.is_active and person.user.last_login is None)
    return never and not holds_an_office(person, today)


def change_address(*, person: Person, email: str, by: Person | None, now: datetime) -> Approval:
    """Record a new address for the login of `person`, and change it if it need not wait.

    A first address makes the login. InvalidError for the present address and for another person's,
    IllegalError while another address waits.
    """
    email = tidy(email)
    old = person.user.email if person.user else ""
    must_be_free(email, person)
    if waiting_address(person) is not None:
        raise IllegalError(
            "address_waiting",
            _("A new address is waiting already. Withdraw or refuse it first."),
            field="email",
        )
    waits = holds_an_office(person, day_of(now))
    with transaction.atomic():
        approval = approvals.propose(
            kind="address",
            about=f"address:{person.pk}",
            person=person,
            by=by,
            values={"first": not old},
            old_email=old,
            new_email=email,
            state=Approval.State.WAITING if waits else Approval.State.AT_ONCE,
            now=now,
        )
        if approval.is_waiting:
            security.note(kind=Kind.ADDRESS_ASKED, now=now, actor=by, subject=person, email=email)
        return approval


def must_be_free(email: str, person: Person) -> None:
    """Raise InvalidError if this is the person's address already, or another person's."""
    if person.user is not None and person.user.email == tidy(email):
        raise InvalidError("address_same", _("That is the address already."), field="email")
    if User.objects.filter(email__iexact=tidy(email)).exists():
        raise people.email_taken()


def holds_an_office(person: Person, today: date) -> bool:
    """Return whether the person holds an office, today or from a later day on.

    A future office counts too, so that it cannot be prepared for.
    """
    return Office.objects.filter(Q(end=None) | Q(end__gt=today), person=person).exists()


def carry_out(approval: Approval, now: datetime) -> None:
    """Give the login the new address; every device that was logged in is logged out."""
    if not approval.text.new_email:
        raise IllegalError("address_erased", _("The address has been erased."))
    person = approval.person
    email = approval.text.new_email
    people.give_login(person=person, email=email)
    security.note(kind=Kind.ADDRESS_CHANGED, now=now, subject=person, email=email)
    if approval.values["first"] and not _came_by_link(person):
        invitations.invite(person=person, by=approval.proposed_by, now=now)


def _came_by_link(person: Person) -> bool:
    return person.invitations.filter(state=Invitation.State.ACCEPTED).exists()


def code_for_old(approval: Approval) -> str:
    """Return eight digits that only the mail to the old address says; valid while the act waits."""
    return _digits("league.address.old", f"{approval.pk}:{approval.digest}", 8)


def confirm_by_code(*, approval: Approval, code: str, by: Person, now: datetime) -> Approval:
    """Confirm as the reader of the mail to the old address. InvalidError for a wrong code."""
    if not _is(code, code_for_old(approval)):
        raise wrong_code()
    return approvals.confirm(approval=approval, by=by, now=now, with_code=True)


def code_for_new(ticket: str) -> str:
    """Return six digits that prove access to the mail of the address in a signed ticket."""
    return _digits("league.address.new", ticket, 6)


def must_be_code_for_new(ticket: str, code: str) -> None:
    """Raise InvalidError for another code."""
    if not _is(code, code_for_new(ticket)):
        raise wrong_code()


def wrong_code() -> InvalidError:
    sentence = by_mail_lazy(_("This code is wrong. Look at the email."), _("This code is wrong."))
    return InvalidError("code_wrong", sentence, field="code")


def _is(typed: str, code: str) -> bool:
    return constant_time_compare("".join(typed.split()), code)


def _digits(purpose: str, about: str, length: int) -> str:
    number = int(salted_hmac(purpose, about, algorithm="sha256").hexdigest(), 16)
    return f"{number % 10**length:0{length}d}"
