"""Readers of the club's pages: its members, and the public where the club says so."""

from functools import partial

from league.access.queries.rights import is_member
from league.club.queries import is_public
from league.web.api.frame import VISIBLE, Access, only

MEMBERS = only(is_member)


def club_page(page: str) -> Access:
    """Let the queries decide who sees the page.

    What a public page leaves out is left out for strangers too.
    """
    return Access(refuses=VISIBLE.refuses, is_open=partial(is_public, page))
