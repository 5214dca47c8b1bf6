"""Lists: narrowed, sorted, paged and handed out as a sheet, all of it by the address.

A `Listing` declares the filters, orders and columns of a list; the page's form, its links and the
sheet follow from it. The keys of a page are found first, and only those rows are read with all that
they show: so the last page of a long book is as quick as the first.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from django import forms
from django.core.paginator import Page, Paginator
from django.db.models import F, Model, OrderBy, Q, QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext_lazy as _

from league.files.sheets import FORMATS, Cell, Sheet, respond
from league.files.sheets import Column as Head
from league.web.asked import asked_text
from league.web.forms import DateInput

Row = TypeVar("Row", bound=Model)

PER_PAGE = 50
# Rows that are read at once for a sheet.
PER_READ = 1000


@dataclass(frozen=True)
class Filter:
    """One field by which a list is narrowed; `where` turns the chosen value into a condition.

    If the choices come out of rows (`of_rows`) the field is made for each request.
    """

    name: str
    field: Callable[[], forms.Field]
    where: Callable[[Any], Q]
    of_rows: bool = False


@dataclass(frozen=True)
class Order:
    """A way to sort. It ends with something unique, so that no row is on two pages."""

    name: str
    label: Any
    by: tuple[str | F | OrderBy, ...]


@dataclass(frozen=True)
class Column(Generic[Row]):
    """A column of the list's sheet."""

    title: Any
    value: Callable[[Row], Any]
    cell: Cell = "text"


@dataclass(frozen=True)
class Listing(Generic[Row]):
    """The declaration of a list. Its first order is the default.

    `annotate` adds to the rows of a page what they show, `columns` make a line of the sheet of one.
    """

    title: Any
    orders: tuple[Order, ...]
    columns: tuple[Column[Row], ...]
    annotate: Callable[[QuerySet[Row]], QuerySet[Row]]
    filters: tuple[Filter, ...] = ()
    per_page: int = PER_PAGE

    def read(self, request: HttpRequest, rows: QuerySet[Row]) -> "ListPage[Row]":
        """Return the part of `rows` that this address asks for."""
        return ListPage(self, request, rows)


class Narrowed(Generic[Row]):
    """The rows that are asked for, in their order.

    `chosen` holds the values by the names of filters, and only values that a filter understands.
    """

    def __init__(
        self, listing: Listing[Row], rows: QuerySet[Row], chosen: Mapping[str, Any]
    ) -> None:
        self.listing, self.rows, self.chosen = listing, rows, chosen

    @property
    def is_narrowed(self) -> bool:
        return any(list_filter.name in self.chosen for list_filter in self.listing.filters)

    @property
    def order(self) -> Order:
        orders = {order.name: order for order in self.listing.orders}
        return orders.get(self.chosen.get("sort", ""), self.listing.orders[0])

    @property
    def is_plain(self) -> bool:
        """Return True for the whole list in its own order: only then do lines follow one from
        the other.
        """
        return not self.is_narrowed and self.order is self.listing.orders[0]

    @cached_property
    def keys(self) -> QuerySet[Row, Any]:
        """Return the keys of all that was asked for, in order."""
        rows = self.rows
        for list_filter in self.listing.filters:
            if list_filter.name in self.chosen:
                rows = rows.filter(list_filter.where(self.chosen[list_filter.name]))
        return rows.order_by(*self.order.by).values_list("pk", flat=True)

    def read(self, keys: Iterable[Any]) -> list[Row]:
        """Read the rows of a page by their keys, with all that they show."""
        wanted = list(keys)
        found = self.rows.filter(pk__in=wanted).order_by()
        rows = {row.pk: row for row in self.listing.annotate(found)}
        return [rows[key] for key in wanted if key in rows]


class ListPage(Narrowed[Row]):
    """A list as the address of a page asks for it; a field with a fault narrows nothing."""

    def __init__(self, listing: Listing[Row], request: HttpRequest, rows: QuerySet[Row]) -> None:
        self.request = request
        self.form = ListForm(listing, request.GET)
        self.form.is_valid()
        super().__init__(listing, rows, chosen(self.form.cleaned_data))

    @cached_property
    def page(self) -> Page[Any]:
        """Return the page that was asked for, or the nearest existing one.

        Its rows are in `lines`.
        """
        number = asked_text(self.request, "page")
        return Paginator(self.keys, self.listing.per_page).get_page(number)

    @cached_property
    def lines(self) -> list[Row]:
        return self.read(self.page.object_list)

    def _all(self) -> Iterator[Row]:
        keys = list(self.keys)
        for start in range(0, len(keys), PER_READ):
            yield from self.read(keys[start : start + PER_READ])

    def sheet(self, name: str) -> HttpResponseBase | None:
        """Return all that was asked for as a file if the address has `export=csv` or
        `export=xlsx`.
        """
        return export_response(
            self.request, self.listing.title, self.listing.columns, self._all(), name
        )


def chosen(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that were filled in."""
    return {name: value for name, value in values.items() if value not in (None, "", [])}


class ListForm(forms.Form):
    """The form that narrows and sorts a list. Sent by GET; nothing in it has to be filled in."""

    def __init__(self, listing: Listing[Any], asked: Mapping[str, Any]) -> None:
        super().__init__(asked, auto_id="liste_%s")
        for list_filter in listing.filters:
            self.fields[list_filter.name] = list_filter.field()
            self.fields[list_filter.name].required = False
        if len(listing.orders) > 1:
            self.fields["sort"] = forms.ChoiceField(
                label=_("Sorted by"),
                choices=[(order.name, order.label) for order in listing.orders],
                required=False,
            )


def export_response(
    request: HttpRequest, title: Any, columns: Iterable[Column[Any]], rows: Iterable[Any], name: str
) -> HttpResponseBase | None:
    """Return a list that is shown whole as a file if the address has `export=csv` or `export=xlsx`.

    `rows` are read only then.
    """
    form = next((name for name in FORMATS if name == asked_text(request, "export")), None)
    if form is None:
        return None
    columns = list(columns)
    heads = [Head(str(column.title), column.cell) for column in columns]
    lines = ([column.value(row) for column in columns] for row in rows)
    return respond(Sheet(str(title), heads, lines), form, name)


# --- filters of many lists ------------------------------------------------------------------
def days(field: str) -> tuple[Filter, Filter]:
    """Filter from a day to a day, both of them included."""

    def day(label: Any) -> Callable[[], forms.Field]:
        return lambda: forms.DateField(label=label, widget=DateInput())

    return (
        Filter("since", day(_("From")), lambda value: Q(**{f"{field}__gte": value})),
        Filter("until", day(_("To")), lambda value: Q(**{f"{field}__lte": value})),
    )


def choice(
    name: str,
    label: Any,
    choices: Callable[[], Any],
    field: str = "",
    where: Callable[[Any], Q] | None = None,
    of_rows: bool = False,
) -> Filter:
    """Filter by one of a few values of a field, or none.

    `where` builds the condition without a field.
    """

    def made() -> forms.Field:
        return forms.ChoiceField(label=label, choices=[("", _("all")), *choices()])

    return Filter(name, made, where or (lambda value: Q(**{field: value})), of_rows)


def words(*fields: str) -> Filter:
    """Filter by words, each of them somewhere in one of these fields."""

    def matching(typed: str) -> Q:
        wanted = Q()
        for word in typed.split():
            anywhere = Q()
            for field in fields:
                anywhere |= Q(**{f"{field}__icontains": word})
            wanted &= anywhere
        return wanted

    def made() -> forms.Field:
        return forms.CharField(label=_("Search"), max_length=80)

    return Filter("search", made, matching)


Columns = tuple[Column[Any], ...]


def joined(words: Any) -> str:
    return ", ".join(str(word) for word in words)
