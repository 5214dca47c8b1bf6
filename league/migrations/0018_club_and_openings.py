"""The club: address, register, look, rulebook and language, with its changes; openings of tables."""

import os

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def name_club(apps, schema_editor):
    """A club that was called by its environment takes that name over: nothing else says it now."""
    if not apps.get_model("league", "Person").objects.exists():
        return
    club, _created = apps.get_model("league", "Club").objects.get_or_create(pk=1)
    if not club.name:
        club.name = (os.environ.get("CLUB_NAME", "").strip() or "Schockwart")[:60]
        club.save(update_fields=["name"])


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0001_squashed_0017_wall'),
    ]

    operations = [
        migrations.CreateModel(
            name='ClubChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('field', models.CharField(max_length=20)),
                ('before', models.TextField(blank=True)),
                ('changed_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='TableOpening',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('client_id', models.CharField(max_length=64, unique=True)),
                ('digest', models.CharField(max_length=64)),
                ('opened_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddField(
            model_name='club',
            name='colour',
            field=models.CharField(choices=[('#e79a1c', 'Amber'), ('#b3261e', 'Red'), ('#2f6f3e', 'Green'), ('#1f5fa8', 'Blue'), ('#6b3fa0', 'Violet'), ('#2b2b2b', 'Black')], default='#e79a1c', max_length=7),
        ),
        migrations.AddField(
            model_name='club',
            name='contact',
            field=models.EmailField(blank=True, default='', max_length=254),
        ),
        migrations.AddField(
            model_name='club',
            name='crest',
            field=models.CharField(blank=True, default='', max_length=64),
        ),
        migrations.AddField(
            model_name='club',
            name='language',
            field=models.CharField(choices=[('de', 'Deutsch'), ('en', 'English')], default='de', max_length=8),
        ),
        migrations.AddField(
            model_name='club',
            name='postcode',
            field=models.CharField(blank=True, default='', max_length=10),
        ),
        migrations.AddField(
            model_name='club',
            name='register',
            field=models.CharField(blank=True, default='', max_length=80),
        ),
        migrations.AddField(
            model_name='club',
            name='rulebook',
            field=models.CharField(blank=True, default='', max_length=40),
        ),
        migrations.AddField(
            model_name='club',
            name='street',
            field=models.CharField(blank=True, default='', max_length=70),
        ),
        migrations.AddConstraint(
            model_name='club',
            constraint=models.CheckConstraint(condition=models.Q(('colour__in', ['#e79a1c', '#b3261e', '#2f6f3e', '#1f5fa8', '#6b3fa0', '#2b2b2b'])), name='club_colour'),
        ),
        migrations.AddConstraint(
            model_name='club',
            constraint=models.CheckConstraint(condition=models.Q(('language__in', ['de', 'en'])), name='club_language'),
        ),
        migrations.AddField(
            model_name='clubchange',
            name='changed_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='tableopening',
            name='opened_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='tableopening',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='openings', to='league.table'),
        ),
        migrations.RunPython(name_club, migrations.RunPython.noop),
    ]
