"""The people of the club, and whoever asks."""

from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from rest_framework import serializers
from rest_framework.request import Request

from league.access.api.money import reads_money
from league.access.models import ReadToken
from league.access.permissions import user_of
from league.access.queries.read_tokens import tokens_of
from league.access.queries.rights import is_member, person_of
from league.people.models.people import Person
from league.people.queries.people import get_person_for, people_for
from league.web.api.fields import text, texts
from league.web.api.frame import PageAsk, ReadAPI, page_json, page_of, reads


class PersonOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    membership = text(
        lambda one: next((each.kind for each in one.memberships_now), ""),
        help_text="active, passive, supporting; empty for guests.",
    )
    offices = texts(lambda one: [each.role for each in one.offices_now])


class SpanOut(serializers.Serializer[Any]):
    what = text(lambda one: getattr(one, "kind", "") or getattr(one, "role", ""))
    start = serializers.DateField()
    end = serializers.DateField(allow_null=True, help_text="The first day it no longer holds.")


class PersonRecordOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    memberships = SpanOut(many=True)
    offices = SpanOut(many=True)


class MeOut(serializers.Serializer[Any]):
    person = PersonRecordOut(allow_null=True)
    seen_as = serializers.ChoiceField(
        Person.SeenAs.choices, allow_null=True, help_text="How the public sees me."
    )
    nickname = serializers.CharField(allow_blank=True)
    by_token = serializers.BooleanField()
    reads_money = serializers.BooleanField()


class TokenOut(serializers.Serializer[Any]):
    """An access of one's own for a program; never its secret."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    with_money = serializers.BooleanField()
    made_at = serializers.DateTimeField()
    last_used = serializers.DateField(allow_null=True)
    revoked_at = serializers.DateTimeField(allow_null=True)


class PeopleAPI(ReadAPI):
    """The people whom a member sees by name."""

    does: ClassVar = reads(page_of(PersonOut), PageAsk, refuses={403: ("not_allowed",)})

    def show(self, request: Request, **named: Any) -> Any:
        if not is_member(request.user, self.today):
            raise PermissionDenied
        found = people_for(request.user, self.today).order_by("sort_key", "pk")
        return page_json(request, self.asked, found, PersonOut)


class PersonAPI(ReadAPI):
    """One person's memberships and offices: the own, or of whom a member sees."""

    does: ClassVar = reads(PersonRecordOut)

    def show(self, request: Request, pk: int, **named: Any) -> Any:
        return _record(get_person_for(request.user, pk, self.today))


class MeAPI(ReadAPI):
    """Who I am here, and what this access may read."""

    does: ClassVar = reads(MeOut, refuses={403: ("not_allowed",)})

    def show(self, request: Request, **named: Any) -> Any:
        user_of(request._request)
        person = person_of(request.user)
        return {
            "person": _record(person) if person else None,
            "seen_as": person.seen_as if person else None,
            "nickname": person.nickname if person else "",
            "by_token": isinstance(request.auth, ReadToken),
            "reads_money": reads_money(request),
        }


class TokensAPI(ReadAPI):
    """Which programs I have given access, and when each was used last."""

    does: ClassVar = reads(TokenOut(many=True), refuses={403: ("not_allowed",)})

    def show(self, request: Request, **named: Any) -> Any:
        me = person_of(request.user)
        if me is None:
            raise PermissionDenied
        return TokenOut(tokens_of(me), many=True).data


def _record(person: Person) -> Any:
    return PersonRecordOut(
        {
            "pk": person.pk,
            "name": person.name,
            "memberships": list(person.memberships.order_by("-start")),
            "offices": list(person.offices.order_by("-start")),
        }
    ).data
