"""Kinds of triggers that only the books need: what is checked and kept with each insert.

SQLite does it row by row. PostgreSQL does it once for a statement, over all of its rows at once
(`made`), when they are stored: a game that is settled is many rows, and asking for each of them
took longer than storing them.
"""

from dataclasses import dataclass

from league.guards.kinds import Trigger, append_only, refuse_update


@dataclass(frozen=True)
class InsertCheck(Trigger):
    """Refuses rows of an insert where `when` holds, after `first` was done.

    On PostgreSQL `there` takes the place of `when`, where it differs, and `rows` that of the rows
    themselves. Whatever is asked sees all rows of the statement.
    """

    there: str = ""
    rows: str = "made"
    first: str = ""

    def postgresql(self) -> list[str]:
        return _once(
            self,
            f"{self.first} IF EXISTS (SELECT 1 FROM {self.rows} AS new"  # noqa: S608
            f" WHERE {self.there or self.when}) THEN RAISE EXCEPTION '{self.code}'"
            " USING ERRCODE = 'integrity_constraint_violation'; END IF;",
        )


@dataclass(frozen=True)
class Effect(Trigger):
    """Does `statement` for each inserted row; on PostgreSQL `there` for all of them.

    Of the triggers of one table those of a later name come later, hence the z.
    """

    code: str = ""
    statement: str = ""
    there: str = ""

    def sqlite(self) -> list[str]:
        return [
            f"CREATE TRIGGER {self.name} AFTER INSERT ON {self.table} FOR EACH ROW "
            f"BEGIN {self.statement}; END"
        ]

    def postgresql(self) -> list[str]:
        return _once(self, f"{self.there};")


@dataclass(frozen=True)
class RowEffect(Effect):
    """Does `statement` for each row on both: on PostgreSQL before the row is stored, because only
    there does the next row of the same statement see it.
    """

    def postgresql(self) -> list[str]:
        return [
            f"CREATE OR REPLACE FUNCTION {self.name}() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN {self.statement}; RETURN NEW; END $$",
            f"CREATE TRIGGER {self.name} BEFORE INSERT ON {self.table} "
            f"FOR EACH ROW EXECUTE FUNCTION {self.name}()",
        ]


@dataclass(frozen=True)
class LockedHead(Trigger):
    """Check `when` after locking all heads, so that no booking slips in on PostgreSQL.

    On SQLite there is only ever one writer.
    """

    def postgresql(self) -> list[str]:
        lock = "PERFORM 1 FROM finance_journalyear ORDER BY id FOR NO KEY UPDATE;"
        function, trigger = super().postgresql()
        return [function.replace("BEGIN", f"BEGIN {lock}", 1), trigger]


def _once(trigger: Trigger, body: str) -> list[str]:
    return [
        f"CREATE OR REPLACE FUNCTION {trigger.name}() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ #variable_conflict use_column\nBEGIN {body} RETURN NULL; END $$",
        f"CREATE TRIGGER {trigger.name} AFTER INSERT ON {trigger.table} "
        f"REFERENCING NEW TABLE AS made "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {trigger.name}()",
    ]


def words_stay(*words: str) -> Trigger:
    """Refuse changes of stored words: they can only be emptied."""
    otherwise = (f"(NEW.{word} <> '' AND NEW.{word} <> OLD.{word})" for word in words)
    return refuse_update("words_stay", "{table}_words_stay", " OR ".join(otherwise))


def words_beside(owner: str, *words: str) -> list[Trigger]:
    """Keep a row of words beside the one that it belongs to."""
    moved = f"NEW.id <> OLD.id OR NEW.{owner} <> OLD.{owner}"
    return [refuse_update("no_update", "{table}_append_only", moved), words_stay(*words)]


def all_but_words(words: str, columns: str) -> list[Trigger]:
    """Refuse DELETE and UPDATE of `columns`; what `words` say can be emptied."""
    return [*append_only(columns), words_stay(*words.split())]
