"""Lists of people that were taken in."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0018_club_and_openings'),
    ]

    operations = [
        migrations.CreateModel(
            name='PeopleColumns',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('heading', models.CharField(max_length=1000)),
                ('roles', models.CharField(max_length=600)),
                ('entered_at', models.DateTimeField()),
                ('entered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='PeopleImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('client_id', models.CharField(max_length=64, unique=True)),
                ('digest', models.CharField(max_length=64)),
                ('made_at', models.DateTimeField()),
                ('undone_at', models.DateTimeField(null=True)),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='ImportedLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('outcome', models.CharField(choices=[('added', 'taken in'), ('known', 'was there already'), ('left_out', 'left out')], max_length=8)),
                ('problem', models.CharField(blank=True, max_length=12)),
                ('name', models.CharField(blank=True, max_length=200)),
                ('email', models.CharField(blank=True, max_length=254)),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='league.person')),
                ('people_import', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='league.peopleimport')),
            ],
            options={
                'ordering': ['people_import', 'number'],
            },
        ),
        migrations.AddConstraint(
            model_name='peopleimport',
            constraint=models.CheckConstraint(condition=models.Q(('undone_at', None), ('undone_at__gte', models.F('made_at')), _connector='OR'), name='people_import_undone_later'),
        ),
        migrations.AddConstraint(
            model_name='importedline',
            constraint=models.UniqueConstraint(fields=('people_import', 'number'), name='imported_line_once'),
        ),
        migrations.AddConstraint(
            model_name='importedline',
            constraint=models.CheckConstraint(condition=models.Q(('outcome__in', ['added', 'known', 'left_out'])), name='imported_line_outcome'),
        ),
    ]
