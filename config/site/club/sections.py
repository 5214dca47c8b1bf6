"""Matters of „Unser Club“: of each its form, its present state, and the way it is stored."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.site.club import forms as club_forms
from finance.bank.queries.bank import club_account
from finance.bank.services.account import set_club_account
from games.rules.rulebooks import load, slugs
from league.club import services
from league.club.labels import imprint_of, privacy_of
from league.club.models import Club, StakeAnswer
from league.club.queries import Stakes, stakes_on
from league.events.queries import rules_for_new_evening
from league.people.models.people import Office, Person, User
from league.people.visibility_forms import PAGES, PublicForm
from league.push import services as push
from league.web.money import euro


@dataclass(frozen=True)
class Now:
    """The club as it is, the user who changes it, and the moment."""

    club: Club
    user: User
    moment: datetime
    today: date


@dataclass(frozen=True)
class Section:
    """One matter. `fields` are those of the club that it changes, for the words about changes."""

    code: str
    title: Any
    form: type[forms.Form]
    initial: Callable[[Now], dict[str, Any]]
    standing: Callable[[Now], str]
    store: Callable[[Now, dict[str, Any]], object]
    fields: tuple[str, ...]
    template: str = "site/club/_fields.html"

    def filled(self, now: Now, data: Any = None, files: Any = None) -> forms.Form:
        return self.form(data, files, initial=self.initial(now), prefix=self.code)


# --- name and address -----------------------------------------------------------------------
ADDRESS = ("name", "street", "postcode", "town", "register", "contact")


def _of_club(*fields: str) -> Callable[[Now], dict[str, Any]]:
    return lambda now: {field: getattr(now.club, field) for field in fields}


def _address(now: Now) -> str:
    return " · ".join(part for part in (now.club.name, now.club.address) if part)


# --- rulebook and money ---------------------------------------------------------------------
def _rules(now: Now) -> dict[str, Any]:
    stakes = stakes_on(now.today)
    kind = StakeAnswer.Kind.NONE if stakes.is_asked else stakes.kind
    return {
        "rulebook": rules_for_new_evening(now.today)[0],
        "money": kind,
        "stake": euro(stakes.cents) if stakes.cents else "",
    }


def money_words(stakes: Stakes) -> str:
    """Say in words what the loser pays."""
    if stakes.kind == StakeAnswer.Kind.AMOUNT:
        return _("the loser pays %(amount)s") % {"amount": euro(stakes.cents or 0)}
    if stakes.kind == StakeAnswer.Kind.RULEBOOK:
        return _("stakes as in the rulebook")
    return _("without money")


def _played_by(now: Now) -> str:
    slug = rules_for_new_evening(now.today)[0]
    name = load(slug).name if slug in slugs() else slug
    return f"{name}, {money_words(stakes_on(now.today))}"


def _store_rules(now: Now, data: dict[str, Any]) -> None:
    services.choose_rulebook(rulebook=data["rulebook"], by=now.user)
    stakes = stakes_on(now.today)
    cents = data["stake"] if data["money"] == StakeAnswer.Kind.AMOUNT else None
    if (stakes.kind, stakes.cents) != (data["money"], cents) or stakes.is_asked:
        services.answer_stake(
            kind=data["money"], cents=cents, earlier=False, by=now.user, today=now.today
        )


# --- look, language, who sees what ----------------------------------------------------------
def _appearance(now: Now) -> str:
    colour = str(Club.Colour(now.club.colour).label)
    return _("with a crest") if now.club.crest else colour


def _public(now: Now) -> str:
    shown = [str(PAGES[page]) for page in Club.PAGES if getattr(now.club, page)]
    return ", ".join(shown) if shown else _("nothing")


# --- bank and law ---------------------------------------------------------------------------
def _account(_now: Now) -> dict[str, Any]:
    account = club_account()
    return {"holder": account.holder, "iban": account.grouped} if account else {}


def _bank(_now: Now) -> str:
    account = club_account()
    return account.grouped if account else "–"


def treasurers_of_account(today: date) -> list[Person]:
    """Return the treasurers, who alone change the account once it is set.

    Empty while none of them can log in: then the chair does.
    """
    if club_account() is None:
        return []
    offices = Office.objects.on(today).filter(role=Office.Role.TREASURER)
    active = offices.filter(person__user__is_active=True).select_related("person")
    return [office.person for office in active]


def _store_account(now: Now, data: dict[str, Any]) -> None:
    if data["iban"].strip() and not treasurers_of_account(now.today):
        set_club_account(
            holder=data["holder"] or str(now.club), iban=data["iban"], by=now.user, now=now.moment
        )


def written_law(now: Now) -> dict[str, str]:
    """Return both pages as the app would write them today."""
    chairs = Office.objects.on(now.today).filter(role=Office.Role.CHAIR).select_related("person")
    names = [office.person.name for office in chairs]
    return {"imprint": imprint_of(now.club, names), "privacy": privacy_of(now.club)}


def _law(now: Now) -> dict[str, Any]:
    written = written_law(now)
    return {page: getattr(now.club, page) or text for page, text in written.items()}


def _store_law(now: Now, data: dict[str, Any]) -> None:
    """Store the legal notice as it was sent: with it the names in it are agreed to.

    A privacy page without a change stays the app's own.
    """
    unchanged = _plain(data["privacy"]) == _plain(privacy_of(now.club))
    services.write_texts(
        imprint=data["imprint"], privacy="" if unchanged else data["privacy"], by=now.user
    )


def _plain(text: str) -> str:
    """Return the text as a form sends it back."""
    return text.strip().replace("\r\n", "\n")


def _is_as_proposed(now: Now) -> bool:
    """Return True if the legal notice says what the app would write today."""
    return _plain(now.club.imprint) in {"", _plain(written_law(now)["imprint"])}


def _store_address(now: Now, data: dict[str, Any]) -> None:
    """Store the address; a legal notice that was taken as it was proposed follows."""
    follows = bool(now.club.imprint) and _is_as_proposed(now)
    changed = services.describe(**data, by=now.user)
    if follows:
        imprint = written_law(replace(now, club=changed))["imprint"]
        services.write_texts(imprint=imprint, privacy=changed.privacy, by=now.user)


def _standing_law(now: Now) -> str:
    return _("written by the app") if _is_as_proposed(now) else _("written by you")


SECTIONS = {
    section.code: section
    for section in (
        Section(
            code="name",
            title=gettext_lazy("Name and address"),
            form=club_forms.AddressForm,
            initial=_of_club(*ADDRESS),
            standing=_address,
            store=_store_address,
            fields=ADDRESS,
        ),
        Section(
            code="regelwerk",
            title=gettext_lazy("Rulebook and money"),
            form=club_forms.RulebookForm,
            initial=_rules,
            standing=_played_by,
            store=_store_rules,
            fields=("rulebook",),
            template="site/club/_rulebook.html",
        ),
        Section(
            code="aussehen",
            title=gettext_lazy("Crest and colour"),
            form=club_forms.LookForm,
            initial=_of_club("colour"),
            standing=_appearance,
            store=lambda now, data: services.choose_look(**data, by=now.user),
            fields=("crest", "colour"),
            template="site/club/_look.html",
        ),
        Section(
            code="oeffentlich",
            title=gettext_lazy("What everybody sees"),
            form=PublicForm,
            initial=lambda now: {"pages": list(now.club.public)},
            standing=_public,
            store=lambda now, data: services.set_public(**data, by=now.user),
            fields=Club.PAGES,
            template="site/club/_public.html",
        ),
        Section(
            code="konto",
            title=gettext_lazy("Bank account"),
            form=club_forms.BankForm,
            initial=_account,
            standing=_bank,
            store=_store_account,
            fields=(),
            template="site/club/_account.html",
        ),
        Section(
            code="recht",
            title=gettext_lazy("Legal notice and privacy"),
            form=club_forms.LawForm,
            initial=_law,
            standing=_standing_law,
            store=_store_law,
            fields=("imprint", "privacy"),
        ),
        Section(
            code="sprache",
            title=gettext_lazy("Language"),
            form=club_forms.LanguageForm,
            initial=_of_club("language"),
            standing=lambda now: dict(settings.LANGUAGES)[now.club.language],
            store=lambda now, data: services.choose_language(**data, by=now.user),
            fields=("language",),
            template="site/club/_language.html",
        ),
        Section(
            code="wand",
            title=gettext_lazy("Names on the wall"),
            form=club_forms.WallForm,
            initial=_of_club("wall_names"),
            standing=lambda now: str(Club.WallNames(now.club.wall_names).label),
            store=lambda now, data: services.choose_wall_names(**data, by=now.user),
            fields=("wall_names",),
        ),
        Section(
            code="benachrichtigungen",
            title=gettext_lazy("Notifications"),
            form=club_forms.PushForm,
            initial=lambda now: {"on": now.club.sends_pushes},
            standing=lambda now: _("switched on") if now.club.sends_pushes else _("switched off"),
            store=lambda now, data: push.switch(on=data["on"], by=now.user, now=now.moment),
            fields=("sends_pushes",),
        ),
    )
}
# The walk of a founder after the name: the matters of each page.
STEPS = (
    ("regelwerk",),
    ("aussehen", "oeffentlich", "sprache"),
    ("name", "konto"),
    ("recht",),
)
