"""One way to take a posted form: check it, call the service, report the result, go on."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse

from league.errors import IllegalError, InvalidError, LeagueError, StaleError
from league.web.forms import add_error_to

Done = TypeVar("Done")
# The refusals a page says itself; every other becomes a page of its own (`config.errors`).
Refusals = type[LeagueError] | tuple[type[LeagueError], ...]
# All but NotAllowedError, with which no field of the form is wrong.
OF_THE_FORM: Refusals = (InvalidError, IllegalError, StaleError)


def submit(
    request: HttpRequest,
    form: Form,
    do: Callable[[dict[str, Any]], Done],
    message: str | Callable[[Done], str],
    back: HttpResponse | Callable[[Done], HttpResponse],
    *,
    tags: str = "",
    refusals: Refusals = LeagueError,
    refused: Callable[[LeagueError], HttpResponse] | None = None,
) -> HttpResponse | None:
    """Call `do` with the cleaned data, show `message` and go `back`; both may ask for the result.

    None if the form was not sent, is not valid or the service refuses it: the page is shown with
    the form, which then has the sentence beside the field. A refusal that is not among `refusals`
    becomes a page of its own. `refused` answers a refusal that is not shown like an invalid form.
    """
    if not form.is_valid():
        return None
    try:
        done = do(form.cleaned_data)
    except refusals as error:
        add_error_to(form, error)
        return refused(error) if refused else None
    _say(request, message, done, tags)
    return back if isinstance(back, HttpResponse) else back(done)


def attempt(
    request: HttpRequest,
    do: Callable[[], Done],
    message: str | Callable[[Done], str],
    *,
    form: Form | None = None,
    invalid: str = "",
    tags: str = "",
    refusals: Refusals = LeagueError,
) -> bool:
    """Call `do` for a button without a field: a refusal is a message on the next page.

    `form` is the hidden data of the button, such as the amount that it showed. If that is nonsense,
    nothing is done and `invalid` is the message; without one the next page just shows the current
    state. Return whether `do` was tried: False only if `form` is invalid.
    """
    if form is not None and not form.is_valid():
        if invalid:
            messages.error(request, invalid)
        return False
    try:
        done = do()
    except refusals as error:
        messages.error(request, str(error))
    else:
        _say(request, message, done, tags)
    return True


def _say(request: HttpRequest, message: str | Callable[[Done], str], done: Done, tags: str) -> None:
    """Show the sentence. An empty one: nothing is shown, or `do` has done so."""
    if sentence := message(done) if callable(message) else message:
        messages.success(request, sentence, extra_tags=tags)
