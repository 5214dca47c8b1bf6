"""The frame of the till's API for treasurer and auditor, and the chair if the club says so.

Others find nothing.
"""

from dataclasses import replace

from finance.books.queries.access import require_reader
from league.access.api.money import MONEY
from league.web.api.frame import VISIBLE, required

TILL = MONEY & replace(
    required(require_reader), refuses={**VISIBLE.refuses, 403: ("board_does_not_read",)}
)
