from django.db import migrations
from django.db.models import OuterRef, Subquery


def say_what_is_played(apps, schema_editor):
    """The tables of the games that run now; from here on each game says so itself."""
    running = apps.get_model("games", "Game").objects.filter(status="running")
    tables = apps.get_model("league", "Table").objects.filter(pk__in=running.values("table"))
    number = running.filter(table=OuterRef("pk")).values("number")
    tables.update(playing=Subquery(number))


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0001_initial'),
        ('league', '0010_playing'),
    ]

    operations = [
        migrations.RunPython(say_what_is_played, migrations.RunPython.noop),
    ]
