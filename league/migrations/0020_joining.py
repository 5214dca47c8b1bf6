"""The club's link to join by, and who asked by it."""

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0019_people_lists'),
    ]

    operations = [
        migrations.CreateModel(
            name='ClubInvitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('made_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(null=True)),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='JoinRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, max_length=80)),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('asked_at', models.DateTimeField()),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('approved', 'Approved'), ('refused', 'Refused')], default='waiting', max_length=8)),
                ('decided_at', models.DateTimeField(null=True)),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('invitation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='requests', to='league.clubinvitation')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='league.person')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddConstraint(
            model_name='clubinvitation',
            constraint=models.UniqueConstraint(models.Value(1), condition=models.Q(('revoked_at', None)), name='club_invitation_one_open'),
        ),
        migrations.AddConstraint(
            model_name='clubinvitation',
            constraint=models.CheckConstraint(condition=models.Q(('ends_at__gt', models.F('made_at'))), name='club_invitation_ends'),
        ),
        migrations.AddConstraint(
            model_name='joinrequest',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('email'), condition=models.Q(('state', 'waiting')), name='join_request_once'),
        ),
        migrations.AddConstraint(
            model_name='joinrequest',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided_at', None), ('state', 'waiting')), models.Q(('decided_at__isnull', False), ('state__in', ['approved', 'refused'])), _connector='OR'), name='join_request_state'),
        ),
    ]
