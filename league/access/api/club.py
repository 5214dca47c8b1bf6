"""Readers of the club's pages: its members, and the public where the club says so."""

from functools import partial

from league.access.queries.rights import is_member
from league.club.queries import is_public
from league.web.api.frame import VISIBLE, Access, only

MEMBERS = only(is_member)


def club_page(page: str) -> Access:
    """For whom the queries show it; what is missing from a public page is so for strangers too."""
    return Access(refuses=VISIBLE.refuses, is_open=partial(is_public, page))
