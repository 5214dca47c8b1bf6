"""The security log: a chain of entries, their erasable parts, and the months that have gone.

It names persons by their keys, without foreign keys, so that it never blocks a change to them.
"""

from django.db import models
from django.db.models import Q

from league.guards.constraints import check, index
from league.guards.kinds import append_only, guard, refuse_delete, refuse_insert, refuse_update

# The least number of months for which an entry is kept.
KEPT_MONTHS = 12


class SecurityEntry(models.Model):
    """One event. `about` is a code with keys, never a name."""

    class Kind(models.TextChoices):
        LOGIN = "login"
        LOGOUT = "logout"
        LOGIN_FAILED = "login_failed"
        LOGIN_LINK = "login_link"
        INVITATION_USED = "invited"
        ADDRESS_ASKED = "addr_asked"
        ADDRESS_CHANGED = "addr_new"
        OFFICE_GIVEN = "office_new"
        OFFICE_ENDED = "office_end"
        PROGRAM_LET_IN = "program_new"
        PROGRAM_SHUT_OUT = "program_end"
        PASSKEY_ADDED = "key_new"
        PASSKEY_REMOVED = "key_end"
        SESSION_ENDED = "device_end"
        PROVED_AGAIN = "again"
        NOT_PROVED = "again_bad"
        IBAN_CHANGED = "iban"
        PERSON_CHANGED = "person"
        TARIFF_CHANGED = "tariff"
        EXPORT = "export"
        RESTORE = "restore"
        ERASED = "erased"

    number = models.PositiveBigIntegerField(primary_key=True)
    at = models.DateTimeField()
    # `rules.month_of(at)`, or that of the entry before where it is later.
    month = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=Kind.choices)
    actor = models.PositiveBigIntegerField(null=True)
    subject = models.PositiveBigIntegerField(null=True)
    about = models.CharField(max_length=80, blank=True)
    private_digest = models.CharField(max_length=64)
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["number"]
        indexes = [
            # For a person's page (queries.about_person).
            index("security_subject", "subject"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"


class SecurityPrivate(models.Model):
    """Address, IP and browser of an entry; they can be erased with their salt."""

    entry = models.OneToOneField(SecurityEntry, on_delete=models.CASCADE, related_name="private")
    salt = models.CharField(max_length=64, blank=True)
    email = models.CharField(max_length=254, blank=True)
    ip = models.CharField(max_length=45, blank=True)
    agent = models.CharField(max_length=120, blank=True)
    erased_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            check(
                "security_erased_is_gone", Q(erased_at=None) | Q(salt="", email="", ip="", agent="")
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}"


class SecurityMonth(models.Model):
    """A month whose entries have gone: their last number and its hash, on which the rest hangs."""

    month = models.PositiveIntegerField(primary_key=True)
    last_number = models.PositiveBigIntegerField()
    head_hash = models.CharField(max_length=64)
    gone_at = models.DateTimeField()

    class Meta:
        ordering = ["month"]

    def __str__(self) -> str:
        return f"{self.month}: {self.head_hash}"


_GONE = "EXISTS (SELECT 1 FROM league_securitymonth m WHERE m.last_number >= {})"
_LAST = (
    "(SELECT MAX(n) FROM (SELECT MAX(number) AS n FROM league_securityentry"
    " UNION ALL SELECT MAX(last_number) FROM league_securitymonth) AS numbers)"
)
_HASH = (
    "COALESCE((SELECT e.hash FROM league_securityentry e WHERE e.number = NEW.number - 1),"
    " (SELECT m.head_hash FROM league_securitymonth m WHERE m.last_number = NEW.number - 1), '')"
)
guard(
    "league_securityentry",
    refuse_update("no_update", "security_append_only"),
    refuse_delete("no_delete", "security_append_only", f"NOT {_GONE.format('OLD.number')}"),
    refuse_insert(
        "chain",
        "security_chain",
        f"NEW.number <> COALESCE({_LAST}, 0) + 1 OR NEW.previous_hash <> {_HASH}",
    ),
)
# Only a whole month goes, of which every entry is old enough by those after it.
guard(
    "league_securitymonth",
    refuse_insert(
        "whole",
        "security_month",
        "NOT EXISTS (SELECT 1 FROM league_securityentry e WHERE e.number = NEW.last_number"  # noqa: S608
        " AND e.hash = NEW.head_hash AND e.month = NEW.month)"
        " OR EXISTS (SELECT 1 FROM league_securityentry e"
        " WHERE e.number > NEW.last_number AND e.month <= NEW.month)"
        f" OR (SELECT MAX(month) FROM league_securityentry) < NEW.month + {KEPT_MONTHS}",
    ),
    *append_only(),
)
guard(
    "league_securityprivate",
    refuse_update(
        "erased_once",
        "security_append_only",
        "OLD.erased_at IS NOT NULL OR NEW.erased_at IS NULL OR NEW.id <> OLD.id"
        " OR NEW.entry_id <> OLD.entry_id",
    ),
    refuse_delete("no_delete", "security_append_only", f"NOT {_GONE.format('OLD.entry_id')}"),
)
