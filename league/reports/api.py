"""Reports: the existing ones, the progress of each, its file, and those that can be asked for."""

from typing import Any, ClassVar

from django.conf import settings
from django.db.models import QuerySet
from django.http import Http404, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.text import slugify
from rest_framework import serializers

from league.access.api.money import reads_money
from league.files import file_store
from league.files.api import lists
from league.reports import permissions as queries
from league.reports.lists import REPORTS
from league.reports.models import Report
from league.reports.registry import choices
from league.web.api.described import BINARY, Json, Operation, merged_codes
from league.web.api.fields import char_field
from league.web.api.frame import REVALIDATED, VARIES, ReadAPI, ReadRequest, reads
from league.web.changes import by_whom

NOT_FOUND = {404: ("not_found",)}


class ReportOut(serializers.Serializer[Any]):
    """One report, and how far it is."""

    id = serializers.IntegerField(source="pk")
    kind = serializers.ChoiceField(choices())
    subject = serializers.IntegerField(help_text="The key of a season or an event, or a year.")
    title = serializers.CharField()
    language = serializers.CharField()
    state = serializers.ChoiceField(Report.State.choices)
    progress = serializers.IntegerField(help_text="Percent.")
    sentence = serializers.CharField(allow_blank=True, help_text="Why it did not succeed.")
    asked_by = char_field(
        lambda row: by_whom(row.asked_by), help_text="Empty: for those who get it mailed."
    )
    asked_at = serializers.DateTimeField()
    made_at = serializers.DateTimeField(allow_null=True)
    pages = serializers.IntegerField()
    size = serializers.IntegerField(help_text="Bytes.")
    sha256 = serializers.CharField(allow_blank=True)


class ReportSubjectOut(serializers.Serializer[Any]):
    subject = serializers.IntegerField()
    title = serializers.CharField()


class ReportOfferOut(serializers.Serializer[Any]):
    """A kind of report one may ask for on the page, and what it can be about."""

    kind = serializers.ChoiceField(choices())
    subjects = ReportSubjectOut(many=True)


class ReportMailedOut(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices())
    wanted = serializers.BooleanField()


class ReportOffersOut(serializers.Serializer[Any]):
    offers = ReportOfferOut(many=True)
    mails = ReportMailedOut(many=True)


@lists(ReportOut, REPORTS, refuses=NOT_FOUND)
def reports(request: ReadRequest) -> QuerySet[Report]:
    """The reports one may see; of the till's and the own year not by a program without money."""
    queries.require_any(request.user, request.today)
    return queries.reports_for(request.user, request.today, money=reads_money(request))


@reads(ReportOffersOut, refuses=NOT_FOUND)
def offers(request: ReadRequest) -> Json:
    """What one can ask for, and what comes by mail."""
    me = queries.require_any(request.user, request.today)
    offers = queries.offers(request.user, request.today)
    mails = queries.mails_for(request.user, me, request.today)
    return {
        "offers": [
            {
                "kind": offer.kind.code,
                "subjects": [{"subject": pk, "title": text} for pk, text in offer.subjects],
            }
            for offer in offers
        ],
        "mails": [{"kind": mailed.kind.code, "wanted": mailed.wanted} for mailed in mails],
    }


@reads(ReportOut)
def report(request: ReadRequest, pk: int) -> Report:
    """One report: how far it is, or why it did not succeed."""
    return _report(request, pk)


class ReportFileAPI(ReadAPI):
    """The report itself, as PDF; nothing until it is done."""

    operations: ClassVar = {
        "GET": Operation(
            BINARY,
            media="application/pdf",
            refuses=merged_codes({401: ("not_authenticated",)}, NOT_FOUND),
        )
    }

    def get(self, request: ReadRequest, pk: int = 0, **named: Any) -> HttpResponseBase:
        report = _report(request, pk)
        content = (
            file_store.content_of(settings.REPORT_DIR, report.sha256) if report.sha256 else None
        )
        if content is None:
            raise Http404
        etag = f'"{report.sha256}"'
        response = HttpResponse(content, content_type="application/pdf")
        response.headers["Content-Disposition"] = f'inline; filename="{slugify(report.title)}.pdf"'
        response.headers["Cache-Control"] = REVALIDATED
        response.headers["ETag"] = etag
        patch_vary_headers(response, VARIES)
        http_response = get_conditional_response(request._request, etag=etag, response=response)
        assert http_response is not None  # one was given
        return http_response


def _report(request: ReadRequest, pk: int) -> Report:
    return queries.get_report_for(request.user, pk, request.today, money=reads_money(request))
