"""The lists of the pages: narrowed by the same filters, in the same orders, by the same queries."""

from functools import cache
from typing import Any, ClassVar, cast

from django import forms
from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request

from league.files.lists import Filter, Listing, Order
from league.web.api.described import Operation
from league.web.api.frame import PageAsk, ReadAPI, page_json, page_of, reads


class ListingAPI(ReadAPI):
    """A page of a `Listing`. `rows` are those that whoever asks may see."""

    listing: ClassVar[Listing[Any]]
    row: ClassVar[type[serializers.Serializer[Any]]]

    def rows(self, request: Request, **named: Any) -> QuerySet[Any]:
        raise NotImplementedError

    def dressed(self, read: list[Any]) -> list[Any]:
        """The rows of a page, as `row` wants them."""
        return read

    @property
    def shown(self) -> Listing[Any]:
        """The list; where it depends on what is asked for, it is known once its rows are."""
        return self.listing

    @property
    def is_plain(self) -> bool:
        """The whole list in its own order: only then do lines follow one from the other."""
        narrowed = any(self.asked.get(one.name) for one in self.shown.filters)
        return not narrowed and self.order is self.shown.orders[0]

    @property
    def order(self) -> Order:
        orders = {one.name: one for one in self.shown.orders}
        return orders.get(self.asked.get("sort", ""), self.shown.orders[0])

    def show(self, request: Request, **named: Any) -> Any:
        every = found = self.rows(request, **named)
        for one in self.shown.filters:
            if (value := self.asked.get(one.name)) not in (None, ""):
                there = not one.of_rows or value in _codes(one.field())
                found = found.filter(one.where(value)) if there else found.none()
        keys = found.order_by(*self.order.by).values_list("pk", flat=True)

        def read(chosen: Any) -> list[Any]:
            wanted = list(chosen)
            rows = {row.pk: row for row in self.shown.annotate(every.filter(pk__in=wanted))}
            return self.dressed([rows[key] for key in wanted if key in rows])

        return page_json(request, self.asked, keys, self.row, read)


def lists(
    listing: Listing[Any], row: type[serializers.Serializer[Any]], **more: Any
) -> dict[str, Operation]:
    return reads(page_of(row), _asks(listing, row.__name__), **more)


@cache
def _asks(listing: Listing[Any], name: str) -> type[serializers.Serializer[Any]]:
    """What may stand behind the question mark, with the names of the page's form."""
    fields = {one.name: _field(one) for one in listing.filters}
    fields["sort"] = serializers.ChoiceField([one.name for one in listing.orders], required=False)
    return type(f"{name}Ask", (PageAsk,), fields)


def _field(one: Filter) -> serializers.Field[Any, Any, Any, Any]:
    if one.of_rows:
        return serializers.CharField(
            required=False, allow_blank=True, help_text="Of what there is now, else nothing."
        )
    field = one.field()
    if isinstance(field, forms.DateField):
        return serializers.DateField(required=False)
    if isinstance(field, forms.ChoiceField):
        return serializers.ChoiceField(_codes(field), required=False)
    most = getattr(field, "max_length", None)
    return serializers.CharField(required=False, allow_blank=True, max_length=most)


def _codes(field: forms.Field) -> list[str]:
    return [str(code) for code, _label in cast(Any, field).choices if code != ""]
