"""Note the texts that may mean an erased person, and carry out what officers decide on them."""

from datetime import datetime

from django.apps import apps
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from config.privacy import possible, queries
from config.privacy.likely import replaced, text_at, with_text
from config.privacy.models import Erasure, PossibleMention
from config.privacy.queries import Hit
from config.privacy.services.rewriting import rewrite
from league.errors import IllegalError, InvalidError
from league.people.models.people import User

Outcome = PossibleMention.Outcome


def note(*, erasure: Erasure, hits: list[Hit]) -> None:
    """Note where an officer has to look. A text that is gone, or noted already, is left out."""
    there = possible.values_at((hit.place, hit.row, hit.column) for hit in hits)
    noted = {_place(mention) for mention in possible.undecided()}
    PossibleMention.objects.bulk_create(
        PossibleMention(
            erasure=erasure,
            place=hit.place,
            row=hit.row,
            field=hit.column,
            path=list(hit.path),
            spans=[list(span) for span in hit.spans],
            size=len(hit.text),
        )
        for hit in hits
        if text_at(there.get((hit.place, hit.row, hit.column)), hit.path) == hit.text
        and (hit.place, hit.row, hit.column, hit.path) not in noted
    )


def decide(*, mention: PossibleMention, outcome: str, by: User, now: datetime) -> PossibleMention:
    """Take the words out of the text, or say that they mean another. Locks the mention.

    The words themselves are written down nowhere. A repeat of the same decision changes nothing;
    IllegalError for another one, and where the text has changed or cannot be without the words.
    """
    if outcome not in Outcome.values:
        raise InvalidError("mention_outcome", _("Choose what is to become of the text."))
    with transaction.atomic():
        mention = PossibleMention.objects.select_for_update(no_key=True).get(pk=mention.pk)
        if mention.outcome == outcome:
            return mention
        if mention.outcome:
            raise IllegalError("mention_decided", _("This has been decided otherwise already."))
        if outcome == Outcome.EMPTIED:
            _take_out(mention)
        mention.outcome, mention.decided_at, mention.decided_by = outcome, now, by
        mention.save(update_fields=["outcome", "decided_at", "decided_by"])
        return mention


def _take_out(mention: PossibleMention) -> None:
    model = apps.get_model(mention.place)
    key = (mention.place, mention.row, mention.field)
    value = possible.values_at([key]).get(key)
    text = text_at(value, tuple(mention.path))
    if text is None or len(text) != mention.size:
        raise IllegalError("mention_changed", _("The text was changed since: change it there."))
    if queries.is_emptied(model, mention.field):
        changed = ""
    else:
        instead = queries.instead_of(mention.erasure.person)
        changed = with_text(value, tuple(mention.path), replaced(text, mention.spans, instead))
        longest = getattr(model._meta.get_field(mention.field), "max_length", None)
        changed = changed[:longest] if longest and isinstance(changed, str) else changed
    try:
        with transaction.atomic():
            rewrite(model, mention.row, {mention.field: changed})
    except IntegrityError as error:
        raise IllegalError(
            "mention_needed", _("The text cannot be without these words: change it there.")
        ) from error


def _place(mention: PossibleMention) -> tuple[str, int, str, tuple[str | int, ...]]:
    return (mention.place, mention.row, mention.field, tuple(mention.path))
