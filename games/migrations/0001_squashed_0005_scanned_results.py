import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from league.migrations._create_models import CreateModels


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ('games', '0001_first'),
        ('games', '0002_throws'),
        ('games', '0001_initial'),
        ('games', '0002_tables_say_what_they_play'),
        ('games', '0003_whole_rounds'),
        ('games', '0004_other_versions'),
        ('games', '0005_scanned_results'),
    ]

    dependencies = [
        ('league', '0001_squashed_0032_merges_and_greetings'),
    ]

    operations = [
        CreateModels(
            models=[
                migrations.CreateModel(
                    name='Game',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('key', models.UUIDField(unique=True)),
                        ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='games', to='league.table')),
                        ('number', models.PositiveSmallIntegerField()),
                        ('header', models.JSONField()),
                        ('by_lot', models.BooleanField(default=False)),
                        ('status', models.CharField(choices=[('running', 'Running'), ('finished', 'Finished'), ('card', 'Card')], default='running', max_length=8)),
                        ('started_at', models.DateTimeField()),
                        ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('holder', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='league.holder')),
                        ('packed', models.BinaryField(null=True)),
                        ('sha256', models.CharField(blank=True, max_length=64)),
                    ],
                    options={
                        'ordering': ['table_id', 'number'],
                        'constraints': [models.UniqueConstraint(fields=('table', 'number'), name='game_number_unique'), models.UniqueConstraint(condition=models.Q(('status', 'running')), fields=('table',), name='game_one_running_per_table'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='game_number_from_one'), models.CheckConstraint(condition=models.Q(('status__in', ['running', 'finished', 'card'])), name='game_status'), models.CheckConstraint(condition=models.Q(models.Q(('status', 'finished'), _negated=True), ('packed__isnull', False), _connector='OR'), name='game_is_packed')],
                    },
                ),
                migrations.CreateModel(
                    name='Entry',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='games.game')),
                        ('sequence', models.PositiveIntegerField()),
                        ('client_id', models.CharField(max_length=64)),
                        ('type', models.CharField(max_length=12)),
                        ('data', models.JSONField()),
                        ('at', models.DateTimeField()),
                        ('user', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('holder', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='league.holder')),
                    ],
                    options={
                        'ordering': ['game_id', 'sequence'],
                        'constraints': [models.UniqueConstraint(fields=('game', 'sequence'), name='entry_sequence_once'), models.UniqueConstraint(fields=('game', 'client_id'), name='entry_client_id_once'), models.CheckConstraint(condition=models.Q(('sequence__gte', 1)), name='entry_sequence_from_one'), models.CheckConstraint(condition=models.Q(('client_id', ''), _negated=True), name='entry_has_a_client_id')],
                    },
                ),
                migrations.CreateModel(
                    name='EntryNote',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='note', to='games.entry')),
                        ('words', models.JSONField()),
                    ],
                ),
                migrations.CreateModel(
                    name='OtherVersion',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField()),
                        ('key', models.UUIDField()),
                        ('client_id', models.CharField(max_length=80)),
                        ('base', models.PositiveIntegerField()),
                        ('header', models.JSONField()),
                        ('events', models.JSONField()),
                        ('words', models.JSONField(default=dict)),
                        ('was_log', models.BooleanField()),
                        ('tapped_at', models.DateTimeField(null=True)),
                        ('at', models.DateTimeField()),
                        ('holder', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='league.holder')),
                        ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='other_versions', to='league.table')),
                        ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'ordering': ['table_id', 'number', 'pk'],
                        'constraints': [models.UniqueConstraint(fields=('table', 'client_id'), name='other_version_client_id_once'), models.CheckConstraint(condition=models.Q(('client_id', ''), _negated=True), name='other_version_has_a_client_id'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='other_version_number_from_one')],
                    },
                ),
                migrations.CreateModel(
                    name='ScannedResult',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('key', models.UUIDField(unique=True)),
                        ('number', models.PositiveSmallIntegerField()),
                        ('said', models.JSONField()),
                        ('at', models.DateTimeField()),
                        ('result', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='scanned', to='league.result')),
                        ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='scanned_results', to='league.table')),
                    ],
                    options={
                        'ordering': ['table_id', 'number'],
                        'constraints': [models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='scanned_number_from_one')],
                    },
                ),
                migrations.CreateModel(
                    name='GameThrows',
                    fields=[
                        ('game', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='%(class)s', serialize=False, to='games.game')),
                        ('sha256', models.CharField(blank=True, default='', max_length=64)),
                        ('version', models.PositiveSmallIntegerField(default=0)),
                        ('rulebook', models.CharField(max_length=20)),
                        ('depth', models.CharField(choices=[('rounds', 'Rounds'), ('hands', 'Hands'), ('throws', 'Throws')], max_length=6)),
                        ('rounds', models.PositiveIntegerField()),
                        ('turns', models.PositiveIntegerField()),
                        ('throws', models.PositiveIntegerField()),
                        ('longest_phase', models.CharField(blank=True, max_length=12)),
                        ('longest_rounds', models.PositiveIntegerField(default=0)),
                        ('longest_throws', models.PositiveIntegerField(default=0)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['-longest_rounds', '-longest_throws'], name='throws_longest_half')],
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('longest_phase', ''), ('longest_rounds', 0), ('longest_throws', 0)), models.Q(('longest_phase__in', ['first_half', 'second_half']), ('longest_rounds__gte', 1)), _connector='OR'), name='game_throws_longest_half'), models.CheckConstraint(condition=models.Q(('depth__in', ['rounds', 'hands', 'throws'])), name='game_throws_depth')],
                    },
                ),
                migrations.CreateModel(
                    name='SeatThrows',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('counted', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.gamethrows')),
                        ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='throws', to='league.seat')),
                        ('limited_1', models.PositiveIntegerField(default=0)),
                        ('limited_2', models.PositiveIntegerField(default=0)),
                        ('limited_3', models.PositiveIntegerField(default=0)),
                        ('throws', models.PositiveIntegerField(default=0)),
                        ('schock_aus', models.PositiveIntegerField(default=0)),
                        ('schock', models.PositiveIntegerField(default=0)),
                        ('general', models.PositiveIntegerField(default=0)),
                        ('strasse', models.PositiveIntegerField(default=0)),
                        ('jule', models.PositiveIntegerField(default=0)),
                        ('zahl', models.PositiveIntegerField(default=0)),
                        ('aus_at_once', models.PositiveIntegerField(default=0)),
                        ('aus_in_opening', models.PositiveIntegerField(default=0)),
                        ('best', models.PositiveIntegerField(default=0)),
                        ('worst', models.PositiveIntegerField(default=0)),
                        ('deckel_taken', models.PositiveIntegerField(default=0)),
                        ('deckel_given', models.PositiveIntegerField(default=0)),
                        ('sweep', models.BooleanField(default=False)),
                        ('unseen', models.PositiveIntegerField(default=0)),
                    ],
                    options={
                        'ordering': ['counted', 'seat__position', 'seat_id'],
                        'constraints': [models.UniqueConstraint(fields=('counted', 'seat'), name='seat_throws_once')],
                    },
                ),
                migrations.CreateModel(
                    name='GameLuck',
                    fields=[
                        ('game', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='%(class)s', serialize=False, to='games.game')),
                        ('sha256', models.CharField(blank=True, default='', max_length=64)),
                        ('version', models.PositiveSmallIntegerField(default=0)),
                        ('claimed_at', models.DateTimeField(null=True)),
                        ('turns', models.BinaryField(null=True)),
                    ],
                    options={
                        'abstract': False,
                    },
                ),
                migrations.CreateModel(
                    name='SeatLuck',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('weighed', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.gameluck')),
                        ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='luck', to='league.seat')),
                        ('turns', models.PositiveIntegerField()),
                        ('decisions', models.PositiveIntegerField()),
                        ('best', models.PositiveIntegerField()),
                        ('expected', models.BigIntegerField()),
                        ('skill', models.BigIntegerField()),
                        ('came', models.IntegerField()),
                        ('dice', models.BigIntegerField()),
                        ('squares', models.BigIntegerField()),
                        ('costliest', models.JSONField(null=True)),
                        ('cost', models.BigIntegerField(default=0)),
                    ],
                    options={
                        'ordering': ['weighed', 'seat__position', 'seat_id'],
                        'indexes': [models.Index(fields=['-cost'], name='luck_by_cost')],
                        'constraints': [models.UniqueConstraint(fields=('weighed', 'seat'), name='seat_luck_once'), models.CheckConstraint(condition=models.Q(('skill__lte', 0)), name='seat_luck_skill_at_most_0'), models.CheckConstraint(condition=models.Q(models.Q(('cost', 0), ('costliest__isnull', True)), models.Q(('cost__gt', 0), ('costliest__isnull', False)), _connector='OR'), name='seat_luck_costs_are_told')],
                    },
                ),
            ],
        ),
    ]
