"""„Was ich bekomme“: the mails and their times, chosen by their recipient."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from config.site.mails.forms import MailsForm
from league.access.queries.rights import is_member, person_of
from league.club.queries import language_of
from league.delivery.queries import daily_topics
from league.delivery.services import set_daily
from league.evenings.services.calendars import set_reminders
from league.push.queries import devices_of
from league.reports.queries import subscribed_kinds
from league.reports.registry import label_of
from league.web.submit import submit
from league.web.views import takes_a_form


@takes_a_form
@login_required
@never_cache
def my_mails(request: HttpRequest) -> HttpResponse:
    me = person_of(request.user)
    if me is None or me.user is None:
        raise PermissionDenied
    now = MailsForm.chosen(daily_topics(me), wants_reminders=me.wants_reminders)
    form = MailsForm(request.POST or None, initial=now)

    def do(_data: object) -> None:
        with transaction.atomic():
            set_reminders(person=me, wanted=form.wants_reminders())
            set_daily(person=me, topics=form.daily())

    if answer := submit(request, form, do, _("Saved."), redirect("my_mails")):
        return answer
    context = {
        "form": form,
        "email": me.user.email,
        "language": language_of(me.user),
        "devices": devices_of(me),
        "reports": [label_of(kind) for kind in subscribed_kinds(me)],
        "may_ask": is_member(request.user, timezone.localdate()),
    }
    return render(request, "site/my_mails.html", context, status=422 if form.errors else 200)
