"""What a trigger is on either database, and `guard`, with which each model declares its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Trigger:
    """Refuses a statement on `table` with `code`, always or where `when` holds.

    `when` is SQL that both databases understand, with NEW and OLD. `columns` limits an UPDATE.
    """

    name: str
    table: str
    on: Literal["INSERT", "UPDATE", "DELETE"]
    code: str
    when: str = ""
    columns: tuple[str, ...] = ()

    def _event(self) -> str:
        return f"{self.on} OF {', '.join(self.columns)}" if self.columns else self.on

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


def append_only(table: str, *, columns: Sequence[str] = ()) -> list[Trigger]:
    """Triggers that refuse DELETE, and UPDATE of `columns` (of everything where none are named)."""
    return [
        Trigger(f"{table}_no_update", table, "UPDATE", f"{table}_append_only", "", tuple(columns)),
        Trigger(f"{table}_no_delete", table, "DELETE", f"{table}_append_only"),
    ]


def no_overlap(table: str, *same: str) -> list[Trigger]:
    """Triggers that refuse half-open spans of the same columns which share a day."""
    matches = "".join(f" AND o.{column} = NEW.{column}" for column in same)
    when = (
        # Names come from this file only.
        f"EXISTS (SELECT 1 FROM {table} o WHERE o.id <> COALESCE(NEW.id, -1){matches}"  # noqa: S608
        # A span that ends on its first day holds on none.
        ' AND (o."end" IS NULL OR o."end" > NEW.start AND o."end" > o.start)'
        ' AND (NEW."end" IS NULL OR NEW."end" > o.start))'
    )
    return [
        Trigger(f"{table}_overlap_{on.lower()}", table, on, f"{table}_overlap", when)
        for on in ("INSERT", "UPDATE")
    ]


_declared: list[Trigger] = []


def guard(*triggers: Trigger) -> None:
    """Declares triggers beside the model that they guard; `league.guards.triggers` lays them."""
    _declared.extend(triggers)


def triggers_of(label: str) -> list[Trigger]:
    """The triggers on the tables of an app."""
    return [trigger for trigger in _declared if trigger.table.startswith(f"{label}_")]


def all_triggers() -> list[Trigger]:
    return list(_declared)
