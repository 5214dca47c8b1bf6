"""Triggers as both databases understand them, and `guard`, with which each model declares its
own.
"""

from dataclasses import dataclass, replace
from typing import Literal


@dataclass(frozen=True)
class Trigger:
    """Refuses a statement on `table` with `code`, always or if `when` holds.

    `when` is SQL that both databases understand, with NEW and OLD. `columns`, with spaces between
    them, limit an UPDATE. `guard` says the table, and puts it before the name.
    """

    name: str
    code: str
    when: str = ""
    on: Literal["INSERT", "UPDATE", "DELETE"] = "INSERT"
    columns: str = ""
    table: str = ""

    def _event(self) -> str:
        return f"{self.on} OF {', '.join(self.columns.split())}" if self.columns else self.on

    def sqlite(self) -> list[str]:
        when = f"WHEN {self.when} " if self.when else ""
        return [
            f"CREATE TRIGGER {self.name} BEFORE {self._event()} ON {self.table} FOR EACH ROW "
            f"{when}BEGIN SELECT RAISE(ABORT, '{self.code}'); END"
        ]

    def postgresql(self) -> list[str]:
        refuse = f"RAISE EXCEPTION '{self.code}' USING ERRCODE = 'integrity_constraint_violation';"
        body = f"IF {self.when} THEN {refuse} END IF;" if self.when else refuse
        row = "OLD" if self.on == "DELETE" else "NEW"
        return [
            f"CREATE OR REPLACE FUNCTION {self.name}() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN {body} RETURN {row}; END $$",
            f"CREATE TRIGGER {self.name} BEFORE {self._event()} ON {self.table} "
            f"FOR EACH ROW EXECUTE FUNCTION {self.name}()",
        ]


def refuse_insert(name: str, code: str, when: str = "") -> Trigger:
    return Trigger(name, code, when)


def refuse_update(name: str, code: str, when: str = "", columns: str = "") -> Trigger:
    return Trigger(name, code, when, "UPDATE", columns)


def refuse_delete(name: str, code: str, when: str = "") -> Trigger:
    return Trigger(name, code, when, "DELETE")


def refuse_insert_and_update(name: str, code: str, when: str) -> list[Trigger]:
    return [
        refuse_insert(f"{name}_insert", code, when),
        refuse_update(f"{name}_update", code, when),
    ]


def no_update(columns: str = "") -> Trigger:
    """Refuse UPDATE of these columns, of all columns if none are named."""
    return refuse_update("no_update", "{table}_append_only", columns=columns)


def no_delete(when: str = "") -> Trigger:
    return refuse_delete("no_delete", "{table}_append_only", when)


def append_only(columns: str = "") -> list[Trigger]:
    """Return triggers that refuse DELETE, and UPDATE of `columns` (of all columns if none are
    named).
    """
    return [no_update(columns), no_delete()]


def no_revival(code: str, ended: str = "revoked_at") -> Trigger:
    """Refuse to take up again a row that ended, as the moment in this column says."""
    return refuse_update("no_revival", code, f"OLD.{ended} IS NOT NULL AND NEW.{ended} IS NULL")


def no_overlap(*same: str) -> list[Trigger]:
    """Return triggers that refuse half-open spans of the same columns which share a day."""
    matches = "".join(f" AND o.{column} = NEW.{column}" for column in same)
    when = (
        # Names come from this file only.
        f"EXISTS (SELECT 1 FROM {{table}} o WHERE o.id <> COALESCE(NEW.id, -1){matches}"  # noqa: S608
        # A span that ends on its first day holds on none.
        ' AND (o."end" IS NULL OR o."end" > NEW.start AND o."end" > o.start)'
        ' AND (NEW."end" IS NULL OR NEW."end" > o.start))'
    )
    return refuse_insert_and_update("overlap", "{table}_overlap", when)


_declared: list[Trigger] = []


def guard(table: str, *triggers: Trigger) -> None:
    """Declare triggers beside the model that they guard; `league.guards.triggers` lays them.

    `{table}` in a code or a condition is this one.
    """
    _declared.extend(
        replace(
            trigger,
            name=f"{table}_{trigger.name}",
            code=trigger.code.replace("{table}", table),
            when=trigger.when.replace("{table}", table),
            table=table,
        )
        for trigger in triggers
    )


def triggers_of(label: str) -> list[Trigger]:
    """Return the triggers on the tables of an app."""
    return [trigger for trigger in _declared if trigger.table.startswith(f"{label}_")]


def all_triggers() -> list[Trigger]:
    return list(_declared)
