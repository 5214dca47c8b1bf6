"""What the club lets everybody see."""

from league.models import Club


def public_pages() -> frozenset[str]:
    """All that is public of the club as a whole, by the names of `Club.PAGES`. One query."""
    club = Club.objects.filter(pk=Club.ONLY).first()
    return club.public if club is not None else frozenset()


def is_public(page: str) -> bool:
    """Whether the club lets everybody see this. Raises KeyError for what nobody can choose."""
    if page not in Club.PAGES:
        raise KeyError(page)
    return page in public_pages()
