"""How allauth treats our club: nobody registers alone, persons are invited by the board."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class ClubAdapter(DefaultAccountAdapter):
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False
