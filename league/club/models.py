"""The decisions of the club as a whole."""

from enum import StrEnum
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.guards.constraints import check
from league.guards.fields import NameField
from league.guards.kinds import append_only, guard

# The name on pages before a club is founded.
PRODUCT = "Schockwart"


class Club(models.Model):
    """The club's identity, and what is public without a login: nothing, until the club says so.

    Evenings and tournaments are made public one by one; money never is.
    """

    class Colour(models.TextChoices):
        """Colours a club may be drawn in.

        Each is told from paper and ink, on a mat and in print.
        """

        AMBER = "#e79a1c", _("Amber")
        RED = "#b3261e", _("Red")
        GREEN = "#2f6f3e", _("Green")
        BLUE = "#1f5fa8", _("Blue")
        VIOLET = "#6b3fa0", _("Violet")
        BLACK = "#2b2b2b", _("Black")

    class WallNames(models.TextChoices):
        """Names on a screen in the room, of people who show none in public."""

        CHOSEN = "chosen", _("as they are shown in public")
        FIRST = "first", _("by first name")
        NUMBER = "number", _("by start number, else as a guest with a number")

    ONLY = 1

    # Empty until it is founded.
    name = NameField(max_length=60, blank=True, default="")
    town = models.CharField(max_length=60, blank=True, default="")
    street = models.CharField(max_length=70, blank=True, default="")
    postcode = models.CharField(max_length=10, blank=True, default="")
    # The court and its number for the club, as papers have it; an address that outsiders write to.
    register = models.CharField(max_length=80, blank=True, default="")
    contact = models.EmailField(blank=True, default="")
    # The sha256 of the crest's picture; without one the mat is drawn in the colour.
    crest = models.CharField(max_length=64, blank=True, default="")
    colour = models.CharField(max_length=7, choices=Colour.choices, default=Colour.AMBER)
    # The rulebook of a new evening, by its slug; empty until the club has chosen.
    rulebook = models.CharField(max_length=40, blank=True, default="")
    # The language of mails and papers to people whose own is unknown.
    language = models.CharField(
        max_length=8, choices=settings.LANGUAGES, default=settings.LANGUAGE_CODE
    )
    # The two public pages, where the club wrote its own.
    imprint = models.TextField(max_length=10_000, blank=True, default="")
    privacy = models.TextField(max_length=20_000, blank=True, default="")

    # True if people who agree get notifications on their devices (league.push).
    sends_pushes = models.BooleanField(default=False)

    # The name on a wall's screen of people who show none in public.
    wall_names = models.CharField(max_length=6, choices=WallNames.choices, default=WallNames.CHOSEN)

    start = models.BooleanField(default=False)
    table = models.BooleanField(default=False)
    year = models.BooleanField(default=False)
    all_time = models.BooleanField(default=False)
    results = models.BooleanField(default=False)
    statistics = models.BooleanField(default=False)

    # In the order in which the page asks for them.
    PAGES: ClassVar[tuple[str, ...]] = (
        *("start", "table", "year", "all_time"),
        *("results", "statistics"),
    )

    class Meta:
        constraints = [
            check("club_is_one", id=1),
            models.CheckConstraint(
                condition=Q(
                    colour__in=["#e79a1c", "#b3261e", "#2f6f3e", "#1f5fa8", "#6b3fa0", "#2b2b2b"]
                ),
                name="club_colour",
            ),
            check("club_language", language__in=["de", "en"]),
            check("club_wall_names", wall_names__in=["chosen", "first", "number"]),
        ]

    def __str__(self) -> str:
        return self.name or PRODUCT

    @property
    def address(self) -> str:
        """Return street, postcode and town on one line; empty if the club has said nothing."""
        place = " ".join(part for part in (self.postcode, self.town) if part)
        return ", ".join(part for part in (self.street, place) if part)

    @property
    def letterhead(self) -> tuple[str, ...]:
        """Return name, address and register number as mails and papers carry them, without
        empty ones.
        """
        address = self.address if self.street else ""
        return tuple(line for line in (str(self), address, self.register) if line)

    @property
    def public(self) -> frozenset[str]:
        return frozenset(page for page in self.PAGES if getattr(self, page))


class ClubChange(models.Model):
    """A change of one field of the club: what it said before, by whom, and when.

    A setting that lies elsewhere is kept the same way: `field` is then its matter and its code, as
    `setting` makes it. Rows are only added. What a field said may name a person (the imprint), so
    it can be erased.
    """

    class Matter(StrEnum):
        """Owners of settings that lie elsewhere, and what their codes are."""

        KIND = "kind"  # of membership: its code
        SEEN = "seen"  # who sees a field of a person: the code of the field
        SEASON = "season"  # how it counts: its key
        RATE = "rate"  # of dues: its key
        REDUCTION = "reduced"  # dues of a person: its key
        LINK = "link"  # to join by: its key
        WITHDRAWAL = "gone"  # of a team in a league: the key of the league

    field = models.CharField(max_length=20)
    before = models.TextField(blank=True)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    changed_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.field

    @staticmethod
    def setting(matter: Matter, code: object) -> str:
        return f"{matter}:{code}"


class StakeAnswer(models.Model):
    """The club's decision about the money of its games.

    The newest answer that reaches a day counts. A club is asked when it is founded (`asked`); until
    it answers, charges are recorded and nothing is claimed. Without any row (a club of before) the
    rulebook's amounts count. `since` is the first day of play, None reaches back to the beginning.
    `cents` is the club's own stake.
    """

    class Kind(models.TextChoices):
        ASKED = "asked"
        RULEBOOK = "rulebook"
        AMOUNT = "amount"
        NONE = "none"

    kind = models.CharField(max_length=8, choices=Kind.choices)
    cents = models.PositiveIntegerField(null=True)
    since = models.DateField(null=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    answered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            check("stake_kind", kind__in=["asked", "rulebook", "amount", "none"]),
            check(
                "stake_has_its_amount",
                Q(kind="amount", cents__gt=0) | (~Q(kind="amount") & Q(cents=None)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.since or ''}".strip()


# The club's answers about money are added to and never rewritten.
guard("league_stakeanswer", *append_only("id kind cents since answered_at"))
guard("league_clubchange", *append_only("id field changed_at"))
