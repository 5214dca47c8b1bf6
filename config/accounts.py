"""Adapt allauth to our club: no one registers alone, the board invites."""

from datetime import timedelta
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter, get_adapter
from allauth.account.forms import RequestLoginCodeForm
from allauth.account.views import ConfirmLoginCodeView, RequestLoginCodeView
from django.conf import settings
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from league.approvals.services import carry_out_due
from league.club.queries import club_name
from league.mail import services as outbox
from league.mail.models import Mail
from league.people.models.people import Person, User
from league.security import services as security
from league.security.models import SecurityEntry
from league.web.forms import AddressField

CODE = "account/email/login_code"
VALID = timedelta(seconds=settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT)


class ClubAdapter(DefaultAccountAdapter):
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def format_email_subject(self, subject: str) -> str:
        return f"{club_name()}: {subject}"

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Put the mail into the outbox, until the code is worth nothing.

        No request talks to the mail server.
        """
        self._put(self.render_mail(template_prefix, email, context))

    def send_code_to_nobody(self) -> None:
        """Do all that is done for a known address; the row in the outbox has no recipient."""
        letter = self.render_mail(CODE, "", {"code": self.generate_login_code()})
        letter.to = []
        self._put(letter)

    def _put(self, letter: EmailMessage) -> None:
        now = timezone.now()
        outbox.put(kind=Mail.Kind.LOGIN_CODE, letter=letter, now=now, until=now + VALID)


class RequestLoginCode(RequestLoginCodeView):
    """Request of a login code; it tells neither by words nor by time if the address is known."""

    def form_valid(self, form: Any) -> HttpResponse:
        if form._user is None:
            get_adapter(self.request).send_code_to_nobody()
        response: HttpResponse = super().form_valid(form)
        return response


class ConfirmLoginCode(ConfirmLoginCodeView):
    """Confirmation of a login code; it looks up a user for an unknown address too, for the time."""

    def get_form_kwargs(self) -> dict[str, Any]:
        if self.stage.login.user is None:
            User.objects.filter(pk=0).first()
        kwargs: dict[str, Any] = super().get_form_kwargs()
        return kwargs

    def form_invalid(self, form: Any) -> HttpResponse:
        """Note a wrong code in the security log, also for an unknown address."""
        person = Person.objects.filter(user=self.stage.login.user or 0).first()
        email = self.stage.login.email or ""
        security.note(
            kind=SecurityEntry.Kind.LOGIN_FAILED, now=timezone.now(), subject=person, email=email
        )
        response: HttpResponse = super().form_invalid(form)
        return response


class RequestCodeForm(RequestLoginCodeForm):
    """The form that asks for the address, typed like everywhere else.

    A change of address that has become due counts for the login also if the clock does not run.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        shown = self.fields["email"]
        self.fields["email"] = AddressField(label=shown.label, widget=shown.widget)

    def clean_email(self) -> str:
        carry_out_due(now=timezone.now())
        email: str = super().clean_email()
        return email
