"""What the database itself refuses and no constraint can say: one list per app, laid after migrate.

SQLite loses triggers when Django remakes a table, so they are lifted before each migrate and laid
again after it; the system check `league.E001` fails where one is missing. Every app registers its
list with `guard`, and whoever needs all of them asks `all_triggers`.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.apps import AppConfig
from django.core import checks
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.models.signals import post_migrate, pre_migrate

from league.trigger_kinds import Trigger, append_only, no_overlap

_ONE_SEAT_PER_BLOCK = (
    "NEW.active AND EXISTS (SELECT 1 FROM league_seat s"
    " JOIN league_table t ON t.id = s.table_id"
    " WHERE s.active AND s.participation_id = NEW.participation_id AND s.id <> COALESCE(NEW.id, -1)"
    " AND t.block_id = (SELECT block_id FROM league_table WHERE id = NEW.table_id))"
)

_CANCELLED_SEAT = (
    "NEW.active AND EXISTS (SELECT 1 FROM league_table t JOIN league_block b ON b.id = t.block_id"
    " JOIN league_event e ON e.id = b.event_id"
    " WHERE t.id = NEW.table_id AND e.cancelled_at IS NOT NULL)"
)


def _frozen(row: str) -> str:
    return (
        # Names come from this file only.
        "EXISTS (SELECT 1 FROM league_standing t JOIN league_season s ON s.id = t.season_id"  # noqa: S608
        f" WHERE t.id = {row}.standing_id AND t.scope = 'season' AND s.closed_at IS NOT NULL)"
    )


def _marks(kind: str) -> str:
    return f"(SELECT COUNT(*) FROM league_seasonmark WHERE season_id = NEW.id AND kind = '{kind}')"  # noqa: S608


_CLOSED, _REOPENED = _marks("closed"), _marks("reopened")

TRIGGERS: list[Trigger] = [
    # What the club has said about money is added to and never rewritten.
    *append_only("league_stakeanswer", columns=["id", "kind", "cents", "since", "answered_at"]),
    # What somebody proposed in an own matter stays, and goes one way only; words are erased once.
    *append_only(
        "league_approval",
        columns=[
            *("id", "kind", "about", "person_id", "proposed_by_id", "proposed_at"),
            *('"values"', "digest"),
        ],
    ),
    Trigger(
        "league_approval_one_way",
        "league_approval",
        "UPDATE",
        "approval_one_way",
        "NEW.state <> OLD.state AND (OLD.state NOT IN ('waiting', 'done')"
        " OR NEW.state IN ('waiting', 'at_once')"
        " OR (OLD.state = 'done' AND NEW.state <> 'confirmed'))",
        columns=("state",),
    ),
    *append_only("league_approvalstep"),
    Trigger(
        "league_approvaltext_erased_once",
        "league_approvaltext",
        "UPDATE",
        "approval_text_append_only",
        "OLD.erased_at IS NOT NULL OR NEW.erased_at IS NULL OR NEW.id <> OLD.id"
        " OR NEW.approval_id <> OLD.approval_id",
    ),
    Trigger(
        "league_approvaltext_no_delete",
        "league_approvaltext",
        "DELETE",
        "approval_text_append_only",
    ),
    # The ranking of a closed season stands still until somebody opens it again, and says why.
    Trigger(
        "league_standingrow_frozen_insert",
        "league_standingrow",
        "INSERT",
        "season_closed",
        _frozen("NEW"),
    ),
    Trigger(
        "league_standingrow_frozen_update",
        "league_standingrow",
        "UPDATE",
        "season_closed",
        _frozen("OLD"),
    ),
    Trigger(
        "league_standingrow_frozen_delete",
        "league_standingrow",
        "DELETE",
        "season_closed",
        _frozen("OLD"),
    ),
    # Who gave a program access, from when until when, stays; and what was revoked stays so.
    Trigger(
        "league_readtoken_kept",
        "league_readtoken",
        "UPDATE",
        "read_token_kept",
        "NEW.digest <> OLD.digest OR NEW.person_id <> OLD.person_id"
        " OR NEW.with_money <> OLD.with_money OR NEW.made_at <> OLD.made_at"
        " OR (OLD.revoked_at IS NOT NULL"
        " AND (NEW.revoked_at IS NULL OR NEW.revoked_at <> OLD.revoked_at))",
    ),
    Trigger(
        "league_readtoken_no_delete", "league_readtoken", "DELETE", "league_readtoken_append_only"
    ),
    # That a correction moved somebody stays; it is looked at once.
    *append_only("league_standingmove"),
    Trigger(
        "league_standingcorrection_once",
        "league_standingcorrection",
        "UPDATE",
        "correction_looked_at_once",
        "OLD.looked_at IS NOT NULL OR NEW.standing_id <> OLD.standing_id"
        " OR NEW.result_id <> OLD.result_id",
    ),
    Trigger(
        "league_standingcorrection_no_delete",
        "league_standingcorrection",
        "DELETE",
        "league_standingcorrection_append_only",
    ),
    Trigger(
        "league_season_frozen",
        "league_season",
        "UPDATE",
        "season_closed",
        "OLD.closed_at IS NOT NULL",
        columns=(
            "start",
            '"end"',
            "best_evenings",
            "dropped_evenings",
            "min_games",
            "place_points",
            "place_points_of",
            "place_points_best",
            "place_points_dropped",
        ),
    ),
    Trigger(
        "league_season_marked",
        "league_season",
        "UPDATE",
        "season_mark_missing",
        f"(NEW.closed_at IS NOT NULL AND {_CLOSED} <> {_REOPENED} + 1)"
        f" OR (NEW.closed_at IS NULL AND {_CLOSED} <> {_REOPENED})",
        columns=("closed_at",),
    ),
    *append_only("league_seasonmark", columns=["id", "season_id", "kind", "at"]),
    *no_overlap("league_season"),
    *no_overlap("league_membership", "person_id"),
    *no_overlap("league_office", "person_id", "role"),
    Trigger(
        "league_seat_once_insert",
        "league_seat",
        "INSERT",
        "seat_once_per_block",
        _ONE_SEAT_PER_BLOCK,
    ),
    Trigger(
        "league_seat_once_update",
        "league_seat",
        "UPDATE",
        "seat_once_per_block",
        _ONE_SEAT_PER_BLOCK,
    ),
    Trigger(
        "league_seat_same_event",
        "league_seat",
        "INSERT",
        "seat_of_another_event",
        "(SELECT event_id FROM league_participation WHERE id = NEW.participation_id) <>"
        " (SELECT b.event_id FROM league_block b JOIN league_table t ON t.block_id = b.id"
        " WHERE t.id = NEW.table_id)",
    ),
    # An evening that was cancelled has nobody at a table and no game, and one with games is not
    # cancelled any more.
    Trigger(
        "league_seat_cancelled_insert", "league_seat", "INSERT", "event_cancelled", _CANCELLED_SEAT
    ),
    Trigger(
        "league_seat_cancelled_update", "league_seat", "UPDATE", "event_cancelled", _CANCELLED_SEAT
    ),
    Trigger(
        "league_event_cancelled_late",
        "league_event",
        "UPDATE",
        "event_was_played",
        "NEW.cancelled_at IS NOT NULL AND EXISTS (SELECT 1 FROM league_result r"
        " JOIN league_table t ON t.id = r.table_id JOIN league_block b ON b.id = t.block_id"
        " WHERE b.event_id = NEW.id)",
        columns=("cancelled_at",),
    ),
    # What was played stays on its day: charges and seasons hang on it.
    Trigger(
        "league_event_moved_late",
        "league_event",
        "UPDATE",
        "event_was_played",
        "NEW.business_date <> OLD.business_date AND EXISTS (SELECT 1 FROM league_result r"
        " JOIN league_table t ON t.id = r.table_id JOIN league_block b ON b.id = t.block_id"
        " WHERE b.event_id = NEW.id)",
        columns=("business_date",),
    ),
    *append_only("league_calendarlink", columns=["id", "person_id", "made_at"])[:1],
    Trigger(
        "league_calendarlink_no_revival",
        "league_calendarlink",
        "UPDATE",
        "link_revoked_for_ever",
        "OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS NULL",
    ),
    # A crowning stays; its author may be erased, and another version takes its place.
    *append_only(
        "league_king",
        columns=[
            *("id", "event_id", "version", "person_id", "schock_aus", "by_playoff"),
            *("decided_at",),
        ],
    ),
    Trigger(
        "league_king_no_revival",
        "league_king",
        "UPDATE",
        "king_superseded",
        "NEW.is_current AND NOT OLD.is_current",
    ),
    Trigger(
        "league_king_was_there",
        "league_king",
        "INSERT",
        "king_was_not_there",
        "NEW.person_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM league_participation p"
        " WHERE p.event_id = NEW.event_id AND p.person_id = NEW.person_id)",
    ),
    # A draw stays as it was drawn; it is released once, and then superseded for ever.
    *append_only(
        "league_draw",
        columns=[
            *("id", "block_id", "version", "kind", "seed", "budget", "plan", "rounds"),
            *('"index"', "tables", "springers", "cost", "bound", "origin", "steps", "made_at"),
        ],
    ),
    Trigger(
        "league_draw_one_way",
        "league_draw",
        "UPDATE",
        "draw_one_way",
        "(OLD.released_at IS NOT NULL"
        " AND (NEW.released_at IS NULL OR NEW.released_at <> OLD.released_at))"
        " OR (OLD.superseded_at IS NOT NULL"
        " AND (NEW.superseded_at IS NULL"
        " OR (NEW.released_at IS NOT NULL AND OLD.released_at IS NULL)))",
        columns=("released_at", "superseded_at"),
    ),
    *append_only(
        "league_seatswap",
        columns=["id", "one_id", "other_id", "client_id", "from_start", "swapped_at"],
    ),
    *append_only(
        "league_tiedecision",
        columns=["id", "block_id", "client_id", "kind", '"order"', "seed", "decided_at"],
    ),
    *append_only(
        "league_credit",
        columns=[
            *("id", "block_id", "participation_id", "table_id", "kind"),
            *("points", "lost", "schock_aus", "reason", "decided_at"),
        ],
    ),
    Trigger(
        "league_credit_no_revival",
        "league_credit",
        "UPDATE",
        "credit_withdrawn",
        "OLD.withdrawn_at IS NOT NULL AND NEW.withdrawn_at IS NULL",
    ),
    # A result keeps what it said; only who is named, why, and whether it counts may still change.
    *append_only(
        "league_result",
        columns=[
            *("id", "table_id", "number", "version", "source", "depth", "ended_by", "rulebook"),
            *("house_rules", "entered_at", "entered_device", "client_id"),
        ],
    ),
    # Who confirmed stays named; a login may be erased, so its column is not among these.
    Trigger(
        "league_result_confirmed_once",
        "league_result",
        "UPDATE",
        "result_confirmed_once",
        "OLD.confirmed_at IS NOT NULL",
        columns=("confirmed_at", "confirmed_device", "confirmed_holder_id"),
    ),
    Trigger(
        "league_result_no_revival",
        "league_result",
        "UPDATE",
        "result_superseded",
        "NEW.is_current AND NOT OLD.is_current",
    ),
    *append_only("league_resultline"),
    Trigger(
        "league_resultline_own_table",
        "league_resultline",
        "INSERT",
        "line_of_another_table",
        "(SELECT table_id FROM league_seat WHERE id = NEW.seat_id) <>"
        " (SELECT table_id FROM league_result WHERE id = NEW.result_id)",
    ),
    # Note and author are free text and a person: they can be erased.
    *append_only(
        "league_charge",
        columns=[
            *("id", "event_id", "person_id", "key", "code", "title", "kind", "count", "cents"),
            *("rulebook", "result_id", "log_index", "drink", "payer_counts", "recorded_at"),
        ],
    ),
    *append_only("league_chargewithdrawal", columns=["id", "charge_id", "withdrawn_at"]),
    # Who held a phone and when a link was used stays; the asserted name can be erased.
    *append_only("league_holder", columns=["id", "link_id", "device", "seat_id", "since"]),
    *append_only("league_linkuse"),
    *append_only("league_tablelink", columns=["id", "table_id", "made_at", "ends_at"]),
    Trigger(
        "league_tablelink_no_revival",
        "league_tablelink",
        "UPDATE",
        "link_revoked_for_ever",
        "OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS NULL",
    ),
    *append_only("league_refereecall", columns=["id", "table_id", "client_id", "called_at"]),
    Trigger(
        "league_refereecall_over",
        "league_refereecall",
        "UPDATE",
        "call_answered_once",
        "OLD.answered_at IS NOT NULL",
        columns=("answered_at", "taken_back"),
    ),
    *append_only("league_objection", columns=["id", "result_id", "raised_at", "client_id"]),
    # A ruling is final; its words may be erased.
    Trigger(
        "league_objection_ruled_once",
        "league_objection",
        "UPDATE",
        "objection_ruled_once",
        "OLD.ruled_at IS NOT NULL",
        columns=("ruled_at", "outcome"),
    ),
    # While a problem is not ruled on, nothing of the result moves.
    Trigger(
        "league_result_frozen",
        "league_result",
        "UPDATE",
        "result_frozen",
        "EXISTS (SELECT 1 FROM league_objection o"
        " WHERE o.result_id = NEW.id AND o.ruled_at IS NULL)",
        columns=("is_current", "in_correction", "confirmed_at"),
    ),
]


def lay(connection: BaseDatabaseWrapper, triggers: Iterable[Trigger]) -> None:
    """Lays the triggers anew on this database."""
    triggers = list(triggers)
    lift(connection, triggers)
    with connection.cursor() as cursor:
        for trigger in triggers:
            for statement in getattr(trigger, connection.vendor)():
                cursor.execute(statement)


def lift(connection: BaseDatabaseWrapper, triggers: Iterable[Trigger]) -> None:
    """Takes the triggers away. For a migration and for a test database's flush only."""
    present = existing(connection)
    with connection.cursor() as cursor:
        for trigger in triggers:
            if trigger.name in present:
                on = f" ON {trigger.table}" if connection.vendor == "postgresql" else ""
                cursor.execute(f"DROP TRIGGER IF EXISTS {trigger.name}{on}")


def existing(connection: BaseDatabaseWrapper) -> set[str]:
    """The names of the triggers this database has."""
    sql = (
        "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'"
        if connection.vendor == "postgresql"
        else "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return {name for (name,) in cursor.fetchall()}


def _migrations_pending(connection: BaseDatabaseWrapper) -> bool:
    """While a migrate is due (or broke off) triggers may be missing: it lays them at its end."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


_REGISTERED: dict[str, list[Trigger]] = {}


def all_triggers() -> list[Trigger]:
    """The triggers of every app."""
    return [trigger for triggers in _REGISTERED.values() for trigger in triggers]


def guard(config: AppConfig, triggers: list[Trigger]) -> None:
    """Called once in an app's `ready`: lays its list around each migrate and checks it is there."""
    _REGISTERED[config.label] = triggers

    def before(using: str, **kwargs: Any) -> None:
        lift(connections[using], triggers)

    def after(using: str, **kwargs: Any) -> None:
        lay(connections[using], triggers)

    def check(
        app_configs: Any, databases: Sequence[str] | None = None, **kwargs: Any
    ) -> list[checks.CheckMessage]:
        return [
            checks.Error(
                f"The trigger {trigger.name} is missing in the database {using!r}.",
                hint="`manage.py migrate --skip-checks` lays all triggers again.",
                id=f"{config.label}.E001",
            )
            for using in databases or []
            if not _migrations_pending(connections[using])
            for present in [existing(connections[using])]
            for trigger in triggers
            if trigger.name not in present
        ]

    pre_migrate.connect(before, sender=config, weak=False, dispatch_uid=f"{config.label}.lift")
    post_migrate.connect(after, sender=config, weak=False, dispatch_uid=f"{config.label}.lay")
    checks.register(check, checks.Tags.database)
