"""Compose the names of people and teams, and lay their keys anew, which know more letters now.

Of two names that become one the second keeps its old spelling: people never become two by it. Rows
that may not be rewritten (claims, postings, signatures) stay as they were written.
"""

from django.db import migrations

from league.web.mailbox import tidy
from league.web.spelling import composed, sort_key


def compose(apps, schema_editor):
    Person = apps.get_model("league", "Person")
    for person in Person.objects.iterator():
        name, nickname = composed(person.name), composed(person.nickname)
        others = Person.objects.exclude(pk=person.pk)
        if others.filter(name=name).exists():
            name = person.name
        if nickname and others.filter(nickname__iexact=nickname).exists():
            nickname = person.nickname
        _store(person, name=name, nickname=nickname, sort_key=sort_key(name)[:100])
    for model, whole in (("Team", "event"), ("LeagueTeam", "league")):
        Team = apps.get_model("league", model)
        for team in Team.objects.iterator():
            name = composed(team.name)
            key = sort_key(name)[:100]
            same = Team.objects.filter(sort_key=key, **{whole: getattr(team, f"{whole}_id")})
            if same.exclude(pk=team.pk).exists():
                key = team.sort_key
            pubs = {}
            if model == "LeagueTeam":
                pubs = {"pub_key": sort_key(team.pub)[:100]}
            _store(team, name=name, sort_key=key, **pubs)


def tidy_logins(apps, schema_editor):
    """Take invisible signs out of addresses of logins, so that the one that is seen logs in."""
    User = apps.get_model("league", "User")
    for user in User.objects.iterator():
        email = tidy(user.email)
        if email and not User.objects.exclude(pk=user.pk).filter(email__iexact=email).exists():
            _store(user, email=email)


def _store(row, **values):
    changed = {field: value for field, value in values.items() if getattr(row, field) != value}
    if changed:
        type(row).objects.filter(pk=row.pk).update(**changed)


class Migration(migrations.Migration):

    dependencies = [("league", "0034_standard_names")]

    operations = [
        migrations.RunPython(compose, migrations.RunPython.noop),
        migrations.RunPython(tidy_logins, migrations.RunPython.noop),
    ]
