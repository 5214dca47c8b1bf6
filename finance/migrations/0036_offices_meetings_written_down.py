"""Offices, memberships and meetings from before there were versions of them are written down."""

from secrets import token_hex

from django.db import migrations

from finance.books import versions
from finance.books.models.versions import store
from league.guards.versioned import rows_of, split

WORDS = {
    "Membership": (),
    "Office": (),
    "Assembly": ("title", "place", "text"),
    "AgendaItem": ("title", "text", "note"),
    "AssemblyInvitation": (),
    "AssemblyAttendance": (),
    "Candidacy": (),
    "Ballot": (),
    "CandidateVotes": (),
    "BallotAbstention": (),
    "Minutes": (),
    "MinutesAddendum": ("text",),
}
SUMS = {
    "Minutes": ("content", "signed_by_id"),
    "MinutesAddendum": ("added_by_id",),
    "Assembly": ("called_by_id",),
    "Ballot": ("counted_by_id",),
}


def write_down(apps, _schema_editor):
    written = []
    for name, words in WORDS.items():
        model = apps.get_model("league", name)
        for row in rows_of(model, SUMS.get(name, ())).iterator(2000):
            columns, texts = split(row, words)
            written.append(
                versions.write_down(name.lower(), row["pk"], columns, texts, token_hex())
            )
    store(apps.get_model("finance", "RowVersion"), written)


class Migration(migrations.Migration):
    dependencies = [
        ("finance", "0035_open_matters"),
        ("league", "0039_wall_names"),
    ]

    operations = [migrations.RunPython(write_down, migrations.RunPython.noop)]
