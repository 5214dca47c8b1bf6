"""Who is logged in: read with the person by one fixed statement for each request.

The ORM puts the same statement together anew each time, which takes four times as long as asking.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

from allauth.account.auth_backends import AuthenticationBackend
from django.db import connection, models

from league.people.models.people import Person, User

Row = TypeVar("Row", bound=models.Model)
_COLUMNS = ", ".join(
    f"{model._meta.db_table}.{field.column}"
    for model in (User, Person)
    for field in model._meta.concrete_fields
)
_WITH_PERSON = (
    f"SELECT {_COLUMNS} FROM league_user"  # noqa: S608 (our own names)
    " LEFT JOIN league_person ON league_person.user_id = league_user.id"
    " WHERE league_user.id = %s"
)


class ClubBackend(AuthenticationBackend):
    def get_user(self, user_id: Any) -> User | None:
        with connection.cursor() as cursor:
            cursor.execute(_WITH_PERSON, [user_id])
            row = cursor.fetchone()
        if row is None:
            return None
        own = len(User._meta.concrete_fields)
        user = _of_row(User, row[:own])
        person = None if row[own] is None else _of_row(Person, row[own:])
        # What `select_related` leaves behind, so that neither is asked for again.
        user._state.fields_cache["person"] = person
        if person is not None:
            person._state.fields_cache["user"] = user
        return user if self.user_can_authenticate(user) else None


def _of_row(model: type[Row], values: Sequence[Any]) -> Row:
    """The row of a model; SQLite keeps moments as text and yes and no as numbers."""
    fields, read = model._meta.concrete_fields, []
    for field, value in zip(fields, values, strict=True):
        column = field.cached_col
        for convert in connection.ops.get_db_converters(column):
            value = convert(value, column, connection)
        read.append(value)
    return model.from_db(connection.alias, [field.attname for field in fields], read)
