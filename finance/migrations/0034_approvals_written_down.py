"""Acts with a second person from before there were versions of them are written down as found."""

from secrets import token_hex

from django.db import migrations

from finance.books import versions
from finance.books.models.versions import store
from league.guards.versioned import rows_of, split

WORDS = {"Approval": (), "ApprovalStep": (), "ApprovalText": ("reason", "old_email", "new_email")}


def write_down(apps, _schema_editor):
    written = []
    for name, words in WORDS.items():
        model = apps.get_model("league", name)
        for row in rows_of(model, ()).iterator(2000):
            columns, texts = split(row, words)
            written.append(
                versions.write_down(name.lower(), row["pk"], columns, texts, token_hex())
            )
    store(apps.get_model("finance", "RowVersion"), written)


class Migration(migrations.Migration):
    dependencies = [
        ("finance", "0033_difference_limit"),
        ("league", "0034_standard_names"),
    ]

    operations = [migrations.RunPython(write_down, migrations.RunPython.noop)]
