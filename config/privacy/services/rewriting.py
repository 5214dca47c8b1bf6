"""Write other words into a row of which versions are written down."""

from django.db.models import Model

from finance.books.models.versions import RowVersion
from league.guards.versioned import Versioned, all_of


def rewrite(model: type[Model], pk: int, values: dict[str, object]) -> None:
    """Write into one row. The salts of its earlier words go too, so words cannot be tried out."""
    all_of(model).filter(pk=pk).update(**values)
    if issubclass(model, Versioned):
        forget_salts(model, pk)


def forget_salts(model: type[Model], pk: int) -> None:
    """Empty all salts but the last version's, by which the remaining words are checked."""
    versions = RowVersion.objects.filter(table_name=model._meta.model_name, row_key=pk)
    last = versions.order_by("-pk").values_list("pk", flat=True).first()
    if last is not None:
        versions.filter(pk__lt=last).exclude(salt="").update(salt="")
