"""Photos of paper cards for the desk: added to a card, shown, deleted."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.access.permissions import user_of
from league.errors import InvalidError
from league.files.caged import CAGED
from league.tournaments.core.queries import card_photos as photos
from league.tournaments.core.queries import reading
from league.tournaments.direction.services.card_photos import add_photo, remove_photo
from league.web.asked import posted_text
from league.web.submit import attempt


@require_POST
@login_required
def add_card_photo(request: HttpRequest, pk: int, table: int) -> HttpResponse:
    event = reading.get_tournament_to_run(request.user, pk, timezone.localdate())
    own = reading.get_table_of(event, table)

    def add() -> None:
        upload = request.FILES.get("photo")
        if upload is None:
            raise InvalidError("photo_missing", _("Choose a photo first."), field="photo")
        add_photo(
            table=own,
            content=upload.read(),
            client_id=posted_text(request, "client_id")[:64],
            by=user_of(request),
            now=timezone.now(),
        )

    attempt(request, add, _("The photo lies beside the card."))
    return redirect("games:score_card", own.pk)


@require_safe
@login_required
@never_cache
def card_photo(request: HttpRequest, pk: int, photo: int) -> HttpResponse:
    event = reading.get_tournament_to_run(request.user, pk, timezone.localdate())
    content = photos.jpeg_of(photos.get_photo(event, photo))
    headers = {**CAGED, "Content-Disposition": f'inline; filename="karte-{photo}.jpg"'}
    return HttpResponse(content, content_type="image/jpeg", headers=headers)


@require_POST
@login_required
def remove_card_photo(request: HttpRequest, pk: int, photo: int) -> HttpResponse:
    event = reading.get_tournament_to_run(request.user, pk, timezone.localdate())
    own = photos.get_photo(event, photo)
    remove_photo(photo=own)
    messages.success(request, _("The photo is deleted."))
    return redirect("games:score_card", own.table_id)
