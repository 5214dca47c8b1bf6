"""The minutes on paper, in the club's letterhead, with two lines to sign on."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import override, pgettext

from league.club.queries import paper_head
from league.files.printing.typeset import pdf


def minutes_pdf(
    content: dict[str, Any], *, addenda: list[dict[str, str]], is_draft: bool, now: datetime
) -> bytes:
    """Render the paper of what `queries.minutes.content_of` says, in its language.

    `addenda` are at the end, each with its day and text.
    """
    with override(content["language"]):
        title = _("Minutes: %(title)s") % {"title": content["title"]}
        data = {
            **content,
            "paper_head": asdict(paper_head()),
            "addenda": addenda,
            "is_draft": is_draft,
            "words": {
                "minutes": pgettext("of a meeting", "Minutes"),
                "draft": _("Draft, not signed"),
                "attendance": _("Attendance"),
                "addenda": _("Addenda"),
                "chair": _("Chair of the meeting"),
                "keeper": _("Minutes kept by"),
                "place": _("Place, day"),
                # The template alone knows the numbers and puts them in.
                "page": _("Page %(number)s of %(all)s") % {"number": "{page}", "all": "{pages}"},
            },
        }
        return pdf("assembly_minutes", data, title=title, language=content["language"], now=now)
