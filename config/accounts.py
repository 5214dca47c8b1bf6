"""How allauth treats our club: nobody registers alone, persons are invited by the board."""

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import RequestLoginCodeForm
from django.http import HttpRequest
from django.utils import timezone

from league.services.approvals import carry_out_due


class ClubAdapter(DefaultAccountAdapter):
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False


class RequestCodeForm(RequestLoginCodeForm):
    """An address that is due by now logs in, also where the clock stands still."""

    def clean_email(self) -> str:
        carry_out_due(now=timezone.now())
        email: str = super().clean_email()
        return email
