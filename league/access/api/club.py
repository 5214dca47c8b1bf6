"""What the club may let everybody see: the same answers to strangers, under the public names."""

from typing import Any, ClassVar

from rest_framework.response import Response

from league.club.queries import is_public
from league.web.api.frame import ReadAPI


class ClubPageAPI(ReadAPI):
    """A page of the club, for members; for everybody where the club made `page` public."""

    page: ClassVar[str]

    def handle_exception(self, exc: Any) -> Response:
        """What is missing from a public page is missing for strangers too."""
        self.is_open = is_public(self.page)
        return super().handle_exception(exc)
