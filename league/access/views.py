"""„Mein Zugang für Programme“: the programs that read along for a person, shown once, revoked
at once; and the page that asks again for a proof of identity.
"""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from league.access import services
from league.access.forms import TokenForm
from league.access.permissions import acting, own_person
from league.access.queries import read_tokens as reading
from league.access.reauthentication import asking_page, asks_again, is_proved_by
from league.security.queries import OF_PROGRAMS, changes_of
from league.web.asked import asked_text
from league.web.submit import submit
from league.web.views import takes_a_form


@takes_a_form
@login_required
@never_cache
def prove(request: HttpRequest) -> HttpResponse:
    """Ask again for a proof of identity, and go on to the page that asked for it."""
    way = asked_text(request, "next")
    if not url_has_allowed_host_and_scheme(way, {request.get_host()}):
        way = reverse("home")
    if is_proved_by(request):
        return redirect(way)
    return asking_page(request, 403 if request.method == "POST" else 200)


@takes_a_form
@login_required
@never_cache
@asks_again()
def read_tokens(request: HttpRequest) -> HttpResponse:
    """Render the list, and the form for a new one.

    Its secret is in the answer to it and nowhere else.
    """
    me = own_person(request)

    def page(form: TokenForm, made: object = None, secret: str = "") -> HttpResponse:
        context = {
            "person": me,
            "tokens": list(reading.tokens_of(me)),
            "form": form,
            "made": made,
            "secret": secret,
            "changes": changes_of(me, OF_PROGRAMS),
        }
        status = 422 if form.errors else 200
        return render(request, "league/read_tokens.html", context, status=status)

    form = TokenForm(request.POST or None)
    return submit(
        request,
        form,
        lambda data: services.make_token(person=me, **data, now=timezone.now()),
        "",
        lambda made: page(TokenForm(), *made),
    ) or page(form)


@login_required
@require_POST
def revoke_token(request: HttpRequest, pk: int) -> HttpResponse:
    token = reading.get_token_for(request.user, pk)
    services.revoke_token(token=token, **acting(request))
    messages.success(request, _("Revoked. The program reads nothing any more."))
    return redirect("league:read_tokens")
