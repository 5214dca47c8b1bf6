"""The till's front page: who owes what?"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from finance.books.permissions import reads
from finance.books.queries.access import may_post
from finance.books.queries.claims import evenings_to_decide, latest_events
from finance.books.queries.ledger import balances
from finance.books.queries.objections import to_rule
from finance.books.queries.people import who_owes
from finance.years.queries.audits import unanswered


@reads
def till(request: HttpRequest) -> HttpResponse:
    today = timezone.localdate()
    owing = who_owes()
    found = balances()
    keeps = may_post(request.user, today)
    return render(
        request,
        "finance/till.html",
        {
            "debtors": [one for one in owing if one.cents > 0 or one.rounds > 0],
            "credits": [one for one in owing if one.cents < 0 or one.rounds < 0],
            "open_cents": sum(one.cents for one in owing if one.cents > 0),
            "open_rounds": sum(one.rounds for one in owing if one.rounds > 0),
            "cash": found.get("cash", 0),
            "bank": found.get("bank", 0),
            "evenings": list(evenings_to_decide()[:20]),
            "events": latest_events(today),
            "today": today,
            "may_post": keeps,
            "objections": to_rule(request.user) if keeps else 0,
            "questions": list(unanswered()) if keeps else [],
        },
    )
