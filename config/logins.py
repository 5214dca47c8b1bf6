"""Read the login of a request with its person, by one statement that is put together once.

The ORM puts it together for each request, which takes four times as long as asking.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

from allauth.account.auth_backends import AuthenticationBackend
from django.db import connection, models

from league.people.models.people import Person, User

Row = TypeVar("Row", bound=models.Model)


class ClubBackend(AuthenticationBackend):
    def get_user(self, user_id: Any) -> User | None:
        with connection.cursor() as cursor:
            cursor.execute(_login_with_person(), [user_id])
            row = cursor.fetchone()
        if row is None:
            return None
        own = len(User._meta.concrete_fields)
        user = _of_row(User, row[:own])
        person = None if row[own] is None else _of_row(Person, row[own:])
        # As `select_related` leaves them behind, so that neither is asked for again.
        user._state.fields_cache["person"] = person
        if person is not None:
            person._state.fields_cache["user"] = user
        return user if self.user_can_authenticate(user) else None


@cache
def _login_with_person() -> str:
    """Return the ORM's statement for one key: the columns of the login, then of the person."""
    one = User.objects.order_by().select_related("person").filter(pk=0)
    return str(one.query.sql_with_params()[0])


def _of_row(model: type[Row], values: Sequence[Any]) -> Row:
    """Return the row of a model; SQLite keeps moments as text and yes and no as numbers."""
    fields, read = model._meta.concrete_fields, []
    for field, value in zip(fields, values, strict=True):
        column = field.cached_col
        for convert in connection.ops.get_db_converters(column):
            value = convert(value, column, connection)
        read.append(value)
    return model.from_db(connection.alias, [field.attname for field in fields], read)
