"""Lead a club that is not founded yet to its one page."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from config.site import queries


class FoundFirst:
    """Leads every page of an empty club to the start page, where it is founded.

    A club stays founded, so that is asked until it is once, and then never again by this process.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.founded = False

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if self.founded or self._stays(request.path_info):
            return self.get_response(request)
        self.founded = queries.is_founded()
        return self.get_response(request) if self.founded else redirect("home")

    def _stays(self, path: str) -> bool:
        """Return True for the start page with its look and language; programs get their own
        refusals.
        """
        pages = ("home", "found", "theme", "set_language", "manifest", "worker", "without_network")
        outsiders = ("robots", "security_txt")
        return path.startswith("/api/") or path in map(reverse, (*pages, *outsiders))
