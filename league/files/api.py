"""The lists of the pages: narrowed by the same filters, in the same orders, by the same queries."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, cast

from django import forms
from django.db.models import QuerySet
from rest_framework import serializers

from league.files.lists import Filter, Listing, Narrowed, Row, chosen
from league.web.api.described import Codes, Json
from league.web.api.frame import (
    VISIBLE,
    Access,
    PageAsk,
    Reading,
    ReadRequest,
    Serializer,
    View,
    address,
    page_json,
    page_of,
    read_only,
)


class Listed(Narrowed[Row]):
    """A list as the checked query of a program asks for it; `shown` adds what a page's rows show.

    A value that was once there to choose and is no more leaves nothing.
    """

    def __init__(
        self,
        listing: Listing[Row],
        rows: QuerySet[Row],
        query: Mapping[str, Any],
        shown: Callable[[list[Row]], Iterable[Any]] = list,
    ) -> None:
        values = chosen(query)
        for list_filter in listing.filters:
            if (
                list_filter.of_rows
                and list_filter.name in values
                and values[list_filter.name] not in _codes(list_filter.field())
            ):
                del values[list_filter.name]
                rows = rows.none()
        super().__init__(listing, rows, values)
        self.shown = shown


def lists(
    row: Serializer,
    listing: Listing[Any] | Serializer,
    *,
    who: Access = VISIBLE,
    refuses: Codes | None = None,
) -> Callable[[Reading], View]:
    """Declare an address that answers with a list page by page, in the order that is asked for.

    Its function returns the rows, or `Listed` if these show more or the list itself depends on the
    query; then a serializer declares the parameters.
    """
    asks = _asks(listing, row.__name__) if isinstance(listing, Listing) else listing

    def show(request: ReadRequest, rows: Any) -> Json:
        listed = rows if isinstance(rows, Listed) else _listed(request, rows)
        return page_json(request, listed.keys, row, lambda keys: listed.shown(listed.read(keys)))

    def _listed(request: ReadRequest, rows: QuerySet[Any]) -> Listed[Any]:
        assert isinstance(listing, Listing)
        return Listed(listing, rows, request.query)

    return address(show, read_only(page_of(row), asks, who=who, refuses=refuses), who)


@cache
def _asks(listing: Listing[Any], name: str) -> Serializer:
    """Build the serializer of the query parameters, with the names of the page's form."""
    fields = {list_filter.name: _field(list_filter) for list_filter in listing.filters}
    fields["sort"] = serializers.ChoiceField(
        [order.name for order in listing.orders], required=False
    )
    return type(f"{name}Ask", (PageAsk,), fields)


def _field(list_filter: Filter) -> serializers.Field[Any, Any, Any, Any]:
    if list_filter.of_rows:
        return serializers.CharField(
            required=False, allow_blank=True, help_text="Of what there is now, else nothing."
        )
    field = list_filter.field()
    if isinstance(field, forms.DateField):
        return serializers.DateField(required=False)
    if isinstance(field, forms.ChoiceField):
        return serializers.ChoiceField(_codes(field), required=False)
    most = getattr(field, "max_length", None)
    return _AsOnThePage(field, required=False, allow_blank=True, max_length=most)


class _AsOnThePage(serializers.CharField):
    """A value that the field of the page's form reads: an amount is typed in euro here as well."""

    def __init__(self, field: forms.Field, **options: Any) -> None:
        super().__init__(**options)
        self.field = field
        field.required = False

    def to_internal_value(self, data: Any) -> Any:
        try:
            return self.field.clean(super().to_internal_value(data))
        except forms.ValidationError as error:
            raise serializers.ValidationError(error.messages) from error


def _codes(field: forms.Field) -> list[str]:
    return [str(code) for code, _label in cast(Any, field).choices if code != ""]
