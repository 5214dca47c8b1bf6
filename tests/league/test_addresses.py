"""The look-up of addresses by their first word."""

from django.urls import URLResolver, include, path
from django.urls.resolvers import RegexPattern

from league.web.addresses import by_first_word


def view(_request):
    raise AssertionError


def test_an_address_is_found_below_its_first_word_in_the_old_order():
    addresses = by_first_word(
        [
            path("<slug:word>/", view, name="any"),
            path("leute/neu/", view, name="new"),
            path("abende/", view, name="evenings"),
            path("leute/<slug:who>/", view, name="person"),
            path("leute/<int:pk>/zahlen/", include([path("", view, name="figures")])),
            path("robots.txt", view, name="robots"),
        ]
    )
    assert [str(address.pattern) for address in addresses] == [
        *("leute/", "abende/", "<slug:word>/", "robots.txt")
    ]
    resolver = URLResolver(RegexPattern(r"^/"), addresses)
    for url, name, route in (
        ("/leute/neu/", "new", "leute/neu/"),
        ("/leute/anna/", "person", "leute/<slug:who>/"),
        ("/leute/3/zahlen/", "figures", "leute/<int:pk>/zahlen/"),
        ("/abende/", "evenings", "abende/"),
        ("/turniere/", "any", "<slug:word>/"),
        ("/robots.txt", "robots", "robots.txt"),
    ):
        match = resolver.resolve(url)
        assert (match.url_name, match.route) == (name, route)
