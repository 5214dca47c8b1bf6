"""Letters on paper: one sheet each, the address where a window envelope has its window."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import override

from league.club.queries import paper_head, the_club
from league.delivery.models import Letter
from league.files.pictures import qr_svg
from league.files.printing.typeset import pdf
from league.mail.letters import language_of
from league.people.models.people import Person


@dataclass(frozen=True)
class Sheet:
    """One letter: the lines in the window, title, day, paragraphs, and a QR code as SVG."""

    to: list[str]
    title: str
    day: str
    text: list[str]
    qr: str | None
    alt: str


def on_envelope(person: Person) -> list[str]:
    """Return the lines in the window: the name alone if no address is known."""
    address = getattr(person, "postal_address", None)
    return [person.name, *(address.lines if address else [])]


def day_on_paper(day: date) -> str:
    return date_format(day, "SHORT_DATE_FORMAT")


def letters_pdf(sheets: Sequence[Sheet], *, title: str, language: str, now: datetime) -> bytes:
    """Render all letters as one PDF, DIN 5008 form B, with the club's letterhead."""
    club = the_club()
    sender = " · ".join(line for line in (str(club), club.street and club.address) if line)
    data = {
        "paper_head": asdict(paper_head()),
        "club": str(club),
        "sender": sender,
        "letterhead": " · ".join(club.letterhead),
        "sheets": [asdict(sheet) for sheet in sheets],
        "words": {},
    }
    return pdf("letters", data, title=title, language=language, now=now)


def printed(letters: Sequence[Letter], *, language: str, now: datetime) -> bytes:
    """Render the letters printed together, each in its reader's language, the file's title in
    `language`.
    """
    sheets = []
    for letter in letters:
        with language_of(letter.person):
            sheets.append(_sheet(letter))
    with override(language):
        return letters_pdf(sheets, title=_("Letters"), language=language, now=now)


def _sheet(letter: Letter) -> Sheet:
    return Sheet(
        to=on_envelope(letter.person),
        title=letter.subject,
        day=day_on_paper(localdate(letter.printed_at or letter.made_at)),
        text=[line for line in letter.body.split("\n") if line],
        qr=qr_svg(letter.link) if letter.link else None,
        alt=_("QR code of the link"),
    )
