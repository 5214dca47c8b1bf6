"""The legal notice and the privacy page of a club that has not written its own.

They say what the app does; a club that does more with it writes so in its own text.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from league.club.models import Club


def imprint_of(club: Club, represented_by: Sequence[str] = ()) -> str:
    """Return name, address, register and contact, and the representatives if they may be named."""
    place = " ".join(part for part in (club.postcode, club.town) if part)
    parts = [
        "\n".join(line for line in (str(club), club.street, place) if line),
        _("Represented by: %(names)s") % {"names": ", ".join(represented_by)}
        if represented_by
        else "",
        _("Register: %(register)s") % {"register": club.register} if club.register else "",
        _("Email: %(address)s") % {"address": club.contact} if club.contact else "",
    ]
    return "\n\n".join(part for part in parts if part)


def privacy_of(club: Club) -> str:
    """Return the text of the privacy page.

    It says what is stored about whom, what for, who sees it, how long, and the rights of each
    person.
    """
    whom = {"club": str(club), "contact": club.contact or _("the club’s board")}
    return "\n\n".join(
        [
            _("Responsible for this site is %(club)s; the address is in the legal notice.") % whom,
            _(
                "Of members and guests the club stores the name, membership and offices, evenings "
                "with attendance and results, and what each owes or has paid. Whoever logs in is "
                "known by an email address; a postal address is there only where somebody gave it."
            ),
            _(
                "It does so to run the club (Art. 6 (1) (b) GDPR) and to keep its books "
                "(Art. 6 (1) (c) GDPR)."
            ),
            _(
                "Members read names, attendance and results. Money is seen by the person it "
                "concerns, by the treasurer and by the auditors. Everybody else reads what the "
                "club makes public, and each person only by the name that person chose."
            ),
            _(
                "The site uses cookies for the login, the language and the look, and no others. It "
                "loads nothing from other servers, counts no visitors and passes nothing on. "
                "Logins and registrations are limited by the address of the device, and a security "
                "log keeps that address with each login for a year. The server may keep a log of "
                "requests for a short time."
            ),
            _(
                "Records of the books are kept as long as the law asks for. Ask the club’s board "
                "to have anything else erased."
            ),
            _(
                "You may ask what is stored about you, have it corrected, erased, restricted or "
                "handed over, and object to its use: %(contact)s. You may also complain to the "
                "supervisory authority for data protection."
            )
            % whom,
        ]
    )
