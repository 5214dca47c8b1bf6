import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from league.migrations._create_models import CreateModels


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('privacy', '0001_privacy'),
        ('privacy', '0002_security_log_months'),
    ]

    dependencies = [
        ('league', '0001_squashed_0032_merges_and_greetings'),
    ]

    operations = [
        CreateModels(
            models=[
                migrations.CreateModel(
                    name='RetentionRule',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('clause', models.CharField(default='§ 147 AO', help_text='Why books and papers stay even when somebody is erased.', max_length=120, verbose_name='Clause of the law')),
                        ('book_years', models.PositiveSmallIntegerField(default=10, verbose_name='Books and signed papers: years')),
                        ('voucher_years', models.PositiveSmallIntegerField(default=8, verbose_name='Vouchers and lines of the bank: years')),
                        ('guest_months', models.PositiveSmallIntegerField(blank=True, default=36, help_text='After the last evening they are erased, where nothing is owed.', null=True, verbose_name='Guests who came no more: months')),
                        ('registration_months', models.PositiveSmallIntegerField(blank=True, default=12, help_text='After the day of play; names of outsiders and all addresses go.', null=True, verbose_name='Registrations for tournaments: months')),
                        ('holder_months', models.PositiveSmallIntegerField(blank=True, default=6, help_text='Names given there, and the log of the table’s link.', null=True, verbose_name='Who held a phone at a table: months')),
                        ('list_months', models.PositiveSmallIntegerField(blank=True, default=3, help_text='Names and addresses that came in that way.', null=True, verbose_name='Lists of people and requests to join: months')),
                        ('log_months', models.PositiveSmallIntegerField(blank=True, default=12, help_text='The security log stays for a year at least. Ended logins go at once, rows of sent mails after 30 days.', null=True, verbose_name='Security log and finished reports: months')),
                        ('public_months', models.PositiveSmallIntegerField(blank=True, default=None, help_text='After that evenings and tournaments leave the public pages; members still see them.', null=True, verbose_name='Published results: months')),
                        ('backup_years', models.PositiveSmallIntegerField(default=10, help_text='Those of days, weeks and months go by themselves within a year.', verbose_name='Yearly backups: years')),
                        ('set_at', models.DateTimeField()),
                        ('set_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['pk'],
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('clause', ''), _negated=True), ('book_years__range', (1, 30)), ('voucher_years__range', (1, 30)), ('backup_years__range', (1, 30))), name='retention_rule_has_years')],
                    },
                ),
                migrations.CreateModel(
                    name='DataRequest',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('access', 'Access to one’s data'), ('objection', 'Objection'), ('erasure', 'Erasure')], max_length=9)),
                        ('asked_at', models.DateTimeField()),
                        ('done_at', models.DateTimeField(null=True)),
                        ('done_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='data_requests', to='league.person')),
                    ],
                    options={
                        'ordering': ['-pk'],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('done_at', None)), fields=('person', 'kind'), name='data_request_open_once'), models.CheckConstraint(condition=models.Q(('kind__in', ['access', 'objection', 'erasure'])), name='data_request_kind')],
                    },
                ),
                migrations.CreateModel(
                    name='Erasure',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('cause', models.CharField(choices=[('asked', 'was asked for'), ('retention', 'time was up')], max_length=9)),
                        ('erased_at', models.DateTimeField()),
                        ('erased_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('person', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='erasure', to='league.person')),
                    ],
                    options={
                        'ordering': ['-erased_at'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('cause__in', ['asked', 'retention'])), name='erasure_cause')],
                    },
                ),
                migrations.CreateModel(
                    name='KeptRecord',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('place', models.CharField(max_length=60)),
                        ('row', models.BigIntegerField()),
                        ('ground', models.CharField(choices=[('books', 'Books and signed papers'), ('vouchers', 'Vouchers and lines of the bank')], max_length=8)),
                        ('ends_on', models.DateField()),
                        ('gone_at', models.DateTimeField(null=True)),
                        ('erasure', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='kept', to='privacy.erasure')),
                    ],
                    options={
                        'ordering': ['ends_on', 'place', 'row'],
                        'constraints': [models.UniqueConstraint(fields=('erasure', 'place', 'row'), name='kept_record_once'), models.CheckConstraint(condition=models.Q(('ground__in', ['books', 'vouchers'])), name='kept_record_ground')],
                    },
                ),
                migrations.CreateModel(
                    name='RetentionRun',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('at', models.DateTimeField()),
                        ('counts', models.JSONField(default=dict)),
                    ],
                    options={
                        'ordering': ['-pk'],
                    },
                ),
            ],
        ),
    ]
