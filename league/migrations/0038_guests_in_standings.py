"""Rows say who is a guest; open seasons and all time are computed anew, because guests lose their
places there.
"""

from typing import Any

from django.db import migrations, models
from django.db.models import F, Q


def compute_anew(apps: Any, schema_editor: Any) -> None:
    standings = apps.get_model("league", "Standing").objects
    open_ones = Q(scope="season", season__closed_at=None) | Q(scope="all_time")
    keys = list(standings.filter(open_ones).values_list("pk", flat=True))
    standings.filter(pk__in=keys).update(wanted=F("wanted") + 1)


class Migration(migrations.Migration):
    dependencies = [("league", "0037_list_details")]
    operations = [
        migrations.AddField("standingrow", "is_guest", models.BooleanField(default=False)),
        migrations.RunPython(compute_anew, migrations.RunPython.noop),
    ]
