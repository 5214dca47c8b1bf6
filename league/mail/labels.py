"""The words for the kinds of mail and for their state."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.mail.models import Mail

Kind, State, Trouble = Mail.Kind, Mail.State, Mail.Trouble
KINDS: dict[str, str | Promise] = {
    Kind.LOGIN_CODE: _("Login code"),
    Kind.REMINDER: _("Reminder"),
    Kind.NOTICE: _("Notice"),
    Kind.REGISTRATION: _("Registration for a tournament"),
    Kind.REPORT: _("Report"),
    Kind.ADDRESS: _("Change of address"),
    Kind.INVITATION: _("Invitation"),
}
STATES: dict[str, str | Promise] = {
    State.WAITING: _("on its way"),
    State.SENDING: _("on its way"),
    State.SENT: _("sent"),
    State.PRINTED: _("in the server’s terminal"),
    State.DROPPED: _("nobody to send it to"),
    State.FAILED: _("not sent"),
    State.STOPPED: _("stopped"),
}
TROUBLES: dict[str, str | Promise] = {
    Trouble.UNREACHED: _("The mail server cannot be reached."),
    Trouble.DEFERRED: _("The mail server says: later."),
    Trouble.REFUSED: _("The mail server refuses it: is the address right?"),
    Trouble.DOUBTFUL: _("The mail server fell silent. It may have arrived."),
}


def kind(mail: Mail) -> str:
    return str(KINDS[mail.kind])


def state(mail: Mail) -> str:
    return str(STATES[mail.state])


def trouble(mail: Mail) -> str:
    """Return why it has not gone out; empty if nothing is wrong."""
    return str(TROUBLES[mail.trouble]) if mail.trouble else ""
