"""Without a mail server no page promises a mail: each such sentence goes through `by_mail`."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from tests import builders
from tests.html import one_line

ROOT = Path(__file__).parents[3]
CONSOLE = "django.core.mail.backends.console.EmailBackend"
NO_SERVER = "Hier ist kein Mailserver eingerichtet: E-Mails stehen im Terminal des Servers."
MAIL = r"(E-?Mails?|Mails?|Sammelmail|Bescheid|Codes?)"
VERB = r"(bekomm(t|st|en)|kommt|kommen|gehe?n?t?|fragt|sagt|hinaus|unterwegs|Sieh|lesen)"
PROMISE = re.compile(rf"\b{VERB}\b[^.]*\b{MAIL}\b|\b{MAIL}\b[^.]*\b{VERB}\b")
# Sentences that promise nothing, and those of pages that exist only with a mail server.
NONE = (
    *("no longer comes by mail", "Nobody gets a mail", "no e-mail goes out", "No e-mail goes out"),
    *("No e-mails have gone out", "no email goes out", "Show this code", "With a new QR code"),
    *("make the code there", "tells the host", "should your login codes go to?"),
    *("goes out by e-mail", "When mails come", "no mail comes but", "To read the code"),
    *("Once an email has gone out", "has gone out already"),
    # Registration asks for an address only where there is a mail server.
    *("with the link in it you confirm", "asked often enough today"),
)


def promises() -> list[str]:
    with (ROOT / "locale/de/LC_MESSAGES/django.po").open("rb") as file:
        catalogue = list(read_po(file))
    found = []
    for message in catalogue:
        english, german = (
            " ".join(text) if isinstance(text, tuple) else text
            for text in (message.id, message.string)
        )
        if PROMISE.search(german) and not any(words in english for words in NONE):
            found.append(message.id[0] if isinstance(message.id, tuple) else message.id)
    return [text for text in found if text]


def sources() -> dict[str, str]:
    """Return templates of pages and modules, each as one line with the texts put together again."""
    paths = [*(ROOT / "templates").rglob("*.html")]
    paths += [
        path
        for app in ("league", "games", "finance", "config")
        for path in (ROOT / app).rglob("*.py")
    ]
    texts = {}
    for path in paths:
        text = re.sub(r"\s+", " ", path.read_text())
        texts[str(path.relative_to(ROOT))] = re.sub(r'" f?"', "", text)
    return texts


def places(text: str, everything: dict[str, str]) -> list[str]:
    """Return each place that says a sentence without asking for the mail server."""
    longest = max(re.split(r"%\(\w+\)[sd]", text), key=len).strip().replace('"', '\\"')
    unasked = []
    for path, source in everything.items():
        for found in re.finditer(re.escape(longest), source):
            before, after = source[: found.start()][-130:], source[found.end() :][:130]
            is_asked = "by_mail" in before + after
            if not is_asked:
                unasked.append(f"{path}: {text}")
    return unasked


def test_every_promise_of_a_mail_asks_for_the_mail_server() -> None:
    everything, said = sources(), promises()
    assert len(said) > 15
    assert [place for text in said for place in places(text, everything)] == []


@pytest.mark.once
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("page", "promise"),
    [
        ("/anmelden/", "Du bekommst einen Code per E-Mail."),
        ("/mein-kalender/", "fragt dich eine E-Mail"),
        ("/was-ich-bekomme/", "Die Sammelmail kommt"),
        ("/meine-adresse/", "Dahin gehen die Codes"),
        ("/leute/neu/", "Dahin gehen Einladung und Codes."),
    ],
)
def test_a_page_promises_only_what_the_server_can_do(client, club, settings, page, promise):
    if page != "/anmelden/":
        client.force_login(club.stine.user)
    assert promise in one_line(client.get(page))
    settings.EMAIL_BACKEND = CONSOLE
    assert promise not in one_line(client.get(page))


@pytest.mark.once
@pytest.mark.django_db
def test_a_called_off_evening_says_where_the_mails_are(client, club, settings):
    event = builders.evening()
    client.force_login(club.rolf.user)
    settings.EMAIL_BACKEND = CONSOLE
    page = one_line(client.post(f"/abende/{event.pk}/absage/", {"reason": "Sturm"}, follow=True))
    assert "Der Abend ist abgesagt." in page
    assert NO_SERVER in page
    assert "bekommt eine Mail" not in page
