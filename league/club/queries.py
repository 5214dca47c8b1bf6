"""The club's identity, and what it lets the public see."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.conf import settings
from django.db.models import Q

from league.club.models import Club, ClubChange, StakeAnswer
from league.files import file_store
from league.files.pictures import as_drawing
from league.people.models.people import Person, User
from league.results.models.results import Charge
from league.web.changes import Change, by_whom, step


def the_club() -> Club:
    """Return the one row, or an unsaved one with the defaults before the first write. One query."""
    # Every page asks for it, so the ORM does not build the same statement each time.
    row = Club.objects.raw("SELECT * FROM league_club WHERE id = %s", [Club.ONLY])
    return next(iter(row), None) or Club(pk=Club.ONLY)


def club_name() -> str:
    """Return the name of the club on pages, mails and papers."""
    return str(the_club())


def club_letterhead() -> str:
    """Return name, address and register number on one line, as papers carry them. One query."""
    return " · ".join(the_club().letterhead)


@dataclass(frozen=True)
class PaperHead:
    """The head of the club's papers: name, address and register number on one line, and the
    crest as a drawing (SVG); empty without a crest.
    """

    letterhead: str = ""
    crest: str = ""


NO_HEAD = PaperHead()


def paper_head() -> PaperHead:
    """Return the head of the club's papers: one query, and the file of the crest."""
    club = the_club()
    picture = file_store.content_of(settings.CREST_DIR, club.crest) if club.crest else None
    return PaperHead(" · ".join(club.letterhead), as_drawing(picture) if picture else "")


def club_language() -> str:
    """Return the language in which the club writes to people whose own is unknown. One query."""
    return the_club().language


def language_of(user: User | None) -> str:
    """Return the language of what is written to this login: its own, or else the club's."""
    return user.language if user is not None and user.language else club_language()


def crest_picture(sha256: str) -> bytes | None:
    """Return the club's crest as PNG under the address it has now; None for every other.

    One query.
    """
    if not sha256 or the_club().crest != sha256:
        return None
    return file_store.content_of(settings.CREST_DIR, sha256)


def changes() -> list[ClubChange]:
    """Return every change of a field of the club, the earliest first. One query."""
    of_club = ClubChange.objects.exclude(field__contains=":")
    return list(of_club.select_related("changed_by__person").order_by("pk"))


@dataclass(frozen=True)
class SettingChange:
    """A change of the setting with this code, with the value until then."""

    at: datetime
    who: str
    code: str
    before: str
    after: str

    def worded(self, name: object, wording: Callable[[str], object]) -> Change:
        """Put the change into words: `name` of the setting, and what `wording` makes of a value."""
        return Change(self.at, self.who, step(name, wording(self.before), wording(self.after)))


def setting_changes(matter: ClubChange.Matter, now: Mapping[str, str]) -> list[SettingChange]:
    """Return each change of these settings, the newest first.

    `now` holds the value of each code today, empty for a removed one. One query.
    """
    after = {ClubChange.setting(matter, code): value for code, value in now.items()}
    rows = ClubChange.objects.filter(field__in=after).select_related("changed_by__person")
    made = []
    for row in rows.order_by("-pk"):
        code = row.field.partition(":")[2]
        who = by_whom(row.changed_by)
        made.append(SettingChange(row.changed_at, who, code, row.before, after[row.field]))
        after[row.field] = row.before
    return made


def founded_at() -> datetime | None:
    """Return the moment the club's first person was recorded; None before that. One query."""
    return Person.objects.order_by("pk").values_list("created_at", flat=True).first()


def public_pages() -> frozenset[str]:
    """Return all that is public of the club as a whole, by the names of `Club.PAGES`. One query."""
    return the_club().public


def is_public(page: str) -> bool:
    """Return True if the club made this page public.

    Raises KeyError for a page that is not in `PAGES`.
    """
    if page not in Club.PAGES:
        raise KeyError(page)
    return page in public_pages()


@dataclass(frozen=True)
class Stakes:
    """The cost of games on a day: by the rulebook, the club's own stake in cents, or none."""

    kind: str
    cents: int | None = None

    @property
    def is_asked(self) -> bool:
        """Return True if the club has been asked and has not answered yet: nothing is claimed."""
        return self.kind == StakeAnswer.Kind.ASKED

    @property
    def is_money(self) -> bool:
        return self.kind in {StakeAnswer.Kind.RULEBOOK, StakeAnswer.Kind.AMOUNT}


def stakes_on(day: date) -> Stakes:
    """Return the newest answer that reaches the day.

    A club that was never asked plays by the rulebooks.
    """
    reaching = StakeAnswer.objects.filter(Q(since=None) | Q(since__lte=day))
    answer = reaching.last()
    if answer is None:
        return Stakes(StakeAnswer.Kind.RULEBOOK)
    return Stakes(answer.kind, answer.cents)


def answers() -> list[StakeAnswer]:
    """Return the club's answers about the money of its games, the earliest first. One query."""
    return list(StakeAnswer.objects.select_related("answered_by__person").order_by("pk"))


def games_before_the_answer(today: date) -> int:
    """Return the number of results of earlier days that cost money while the club had not
    answered.
    """
    if not stakes_on(today).is_asked:
        return 0
    played = Charge.objects.filter(
        code="stake",
        kind=Charge.Kind.STAKE,
        result__is_current=True,
        event__business_date__lt=today,
    )
    return played.values("result").distinct().count()
