"""What treasurer and auditor read; to anybody else it does not exist."""

from finance.books.queries.access import require_reader
from league.access.api.money import MONEY
from league.web.api.frame import required

TILL = MONEY & required(require_reader)
