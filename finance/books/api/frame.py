"""What treasurer and auditor read."""

from rest_framework.request import Request

from finance.books.queries.access import require_reader
from league.access.api.money import MoneyAPI


class TillAPI(MoneyAPI):
    """For treasurer and auditor; to anybody else it does not exist."""

    def asked_by(self, request: Request) -> None:
        require_reader(request.user, self.today)
