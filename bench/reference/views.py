"""Take in a throw in two ways: as little as Django can do, and as its textbooks do it.

Neither knows a rule of the game, and neither draws a picture of the table afterwards.
"""

import json
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from rest_framework import serializers
from rest_framework.authentication import TokenAuthentication
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bench.reference.models import Match, Tap, Throw


@csrf_exempt
@require_POST
def bare(request: HttpRequest, pk: int) -> JsonResponse:
    """Insert a row."""
    sent = json.loads(request.body)
    tap = Tap.objects.create(game=pk, sequence=sent["seen"] + 1, data=sent["events"][0])
    return JsonResponse({"id": tap.pk, "sequence": tap.sequence})


def unchanged(request: HttpRequest) -> HttpResponse:
    """Say that nothing is new, without a query."""
    return HttpResponse(status=304, headers={"ETag": request.headers.get("If-None-Match", "")})


class ThrowSerializer(serializers.ModelSerializer[Throw]):
    seen = serializers.IntegerField(write_only=True, min_value=0)
    dice = serializers.ListField(child=serializers.IntegerField(min_value=1, max_value=6))
    kept = serializers.ListField(child=serializers.IntegerField(min_value=1, max_value=6))

    class Meta:
        model = Throw
        fields = ["id", "client_id", "seen", "sequence", "player", "dice", "kept", "turned", "at"]
        read_only_fields = ["id", "sequence", "at"]


class ThrowView(APIView):
    """Rights (a token's row), the form (a serializer), the order (a locked row), a repeat."""

    authentication_classes = [TokenAuthentication]
    permission_classes = [IsAuthenticated]

    def post(self, request: Request, pk: int) -> Response:
        form = ThrowSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        sent: dict[str, Any] = dict(form.validated_data)
        seen = sent.pop("seen")
        with transaction.atomic():
            match = Match.objects.select_for_update().get(pk=pk)
            known = match.throws.filter(client_id=sent["client_id"]).first()
            if known is not None:
                return Response(ThrowSerializer(known).data)
            if match.sequence != seen:
                return Response({"sequence": match.sequence}, 409)
            match.sequence = seen + 1
            match.save(update_fields=["sequence"])
            throw = Throw.objects.create(
                match=match, by=request.user, sequence=match.sequence, **sent
            )
        return Response(ThrowSerializer(throw).data, 201)
