"""A token for a program that writes at one table: given for the table's link."""

from typing import Any, ClassVar
from uuid import uuid4

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.access.permissions import too_often
from league.access.phones import PROGRAM, link_over
from league.access.tokens import HolderToken, read_link, sign_holder
from league.links import services
from league.links.queries import get_link
from league.web.api.described import DATETIME, STRING, Operation, TooOften, object_schema

MOST_A_MINUTE = 20


class TableTokenInput(serializers.Serializer[Any]):
    link = serializers.CharField(
        max_length=300, help_text="The address on the table's card, or its last part."
    )
    name = serializers.CharField(max_length=40, help_text="Who enters, as it stands beside it.")


class TableTokenAPI(APIView):
    """`Authorization: Bearer …` for this one table, until its link ends or is revoked. It needs no
    cookie and no CSRF token.
    """

    operations: ClassVar = {
        "POST": Operation(
            object_schema(token=STRING, ends=DATETIME),
            TableTokenInput,
            status=201,
            refuses={403: ("link_over",), 422: ("link_over", "name_missing", "not_only_words")},
        )
    }

    def get_authenticators(self) -> list[Any]:
        """Return no authenticators for a program: the link is its credential. A request with
        cookies is a browser's, and the rules of browsers hold for it.
        """
        asked = getattr(self, "request", None)  # none while the API is described
        is_bare = asked is not None and not asked.COOKIES and "Authorization" not in asked.headers
        return [] if is_bare else super().get_authenticators()

    def post(self, request: Request, pk: int) -> Response:
        if too_often(request._request, "table-token", MOST_A_MINUTE):
            raise TooOften
        form = TableTokenInput(data=request.data)
        form.is_valid(raise_exception=True)
        sent, now = form.validated_data, timezone.now()
        signed = read_link(sent["link"].rstrip("/").rpartition("/")[2], now)
        link = get_link(signed.link_id) if signed and signed.table_id == pk else None
        if link is None or link.revoked_at is not None:
            raise link_over()
        device = f"{PROGRAM}{uuid4().hex}"
        holder = services.name_holder(
            link=link, device=device, name=sent["name"], seat=None, now=now
        )
        token = HolderToken(link.pk, link.table_id, link.ends_at, holder.pk, holder.name)
        return Response({"token": sign_holder(token), "ends": link.ends_at.isoformat()}, status=201)
