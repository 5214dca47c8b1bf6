"""The texts on an evening's page about its tables, and the links from it."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.evenings.next_step import NextStep, Step
from league.events.models import GOOD_SEATS, MIN_SEATS, Event, Table


class Link(NamedTuple):
    """A button that leads to another page; `icon` is the name of a Lucide icon."""

    address: str
    icon: str
    text: str


def links_about(
    event: Event, *, may_run: bool, roles: Collection[str], has_tables: bool
) -> Iterator[Link]:
    """Yield the pages of an evening that this reader may open; the rulebook is open to all."""
    audits = "auditor" in roles
    yield Link(reverse("games:rules", args=[event.pk]), "book-open", _("Rulebook"))
    if may_run:
        yield Link(reverse("league:details", args=[event.pk]), "clock", _("When and where"))
        yield Link(reverse("games:breaches", args=[event.pk]), "gavel", _("Fines"))
    if may_run and has_tables:
        yield Link(reverse("league:table_cards", args=[event.pk]), "qr-code", _("Table cards"))
    if may_run:
        yield Link(reverse("league:event_wall", args=[event.pk]), "monitor", _("On the wall"))
    if may_run or audits:
        yield Link(reverse("finance:rounds", args=[event.pk]), "cup-soda", _("Rounds"))
    if "treasurer" in roles or audits:
        yield Link(reverse("finance:evening", args=[event.pk]), "wallet", _("Till"))


class TableActions(NamedTuple):
    """The actions of a reader at a table: `first` is above its seats, `others` below."""

    first: Link | None = None
    others: tuple[Link, ...] = ()
    may_call: bool = False


def table_actions(
    table: Table, *, seated: int, writes: bool, may_run: bool, is_called: bool
) -> TableActions:
    """Return the actions of a reader at this table, none without `writes`.

    While a game is being played, its score is not the first one.
    """
    if not writes:
        return TableActions()
    may_call = seated > 0 and not is_called
    if seated < MIN_SEATS:
        return TableActions(may_call=may_call)
    score = Link(reverse("games:play", args=[table.pk]), "dices", _("Keep score"))
    card = Link(reverse("games:new_card", args=[table.pk]), "pencil", _("Enter a card"))
    code = Link(reverse("league:table_link", args=[table.pk]), "qr-code", _("Link and QR"))
    is_played = table.playing is not None
    others = (*((score,) if is_played else ()), card, *((code,) if may_run else ()))
    return TableActions(None if is_played else score, others, may_call)


def folded_title(*, writes: bool, may_run: bool) -> str:
    """Return the title of the folded part below a table: for those who run the evening, those
    who write there, or those who look on.
    """
    if may_run:
        return _("Seats, card, link, referee")
    return _("Seats and card") if writes else _("Seats and games")


def how_full(table: Table, seated: int) -> str:
    """Return the number of the game that is being played, or how many sit there."""
    if table.playing:
        return _("game %(number)s is being played") % {"number": table.playing}
    return ngettext("one seat", "%(n)s seats", seated) % {"n": seated}


def against_seats(seated: int) -> str:
    """Return why a table does not play well with so many; empty if it does, or if it is empty."""
    if seated > GOOD_SEATS:
        sentence = _(
            "With more than %(good_seats)s at a table a game takes long. Two tables would be "
            "better."
        )
        return sentence % {"good_seats": GOOD_SEATS}
    if seated == 1:
        return _("Nobody plays Schocken alone: it takes at least two.")
    return ""


def noted_as_here(number: int) -> str:
    return ngettext("One more is here.", "%(n)s more are here.", number) % {"n": number}


class StepShown(NamedTuple):
    """The next step in words. Its button leads to `link`, or sends `fields` there by POST."""

    title: str
    sentence: str = ""
    link: Link | None = None
    fields: tuple[tuple[str, str], ...] | None = None


def step_shown(
    step: NextStep,
    event: Event,
    *,
    declined: Sequence[str] = (),
    may_rule: bool = False,
    unconfirmed: int | None = None,
) -> StepShown:
    """Put the next step into words.

    `declined` are the names of people who said no; `unconfirmed` is a result to look at.
    """
    match step.step:
        case Step.ATTENDANCE | Step.SEAT_ALL | Step.CHOOSE:
            return _about_people(step, event, declined)
        case Step.PLAY | Step.BEGIN | Step.WATCH | Step.NEXT_GAME:
            return _about_table(step)
        case Step.CONFIRM:
            return StepShown(_("Is that right?"))
        case Step.ANSWER:
            return StepShown(_("Are you coming tonight?"))
        case Step.REFEREE:
            title = ngettext(
                "One matter waits for the referee",
                "%(n)s matters wait for the referee",
                step.count,
            )
            link = Link(reverse("league:referee"), "megaphone", _("Look at it"))
            return StepShown(title % {"n": step.count}, link=link)
        case Step.LOOK:
            title = ngettext("One game is unconfirmed", "%(n)s games are unconfirmed", step.count)
            address = reverse("league:referee")
            if not may_rule and unconfirmed is not None:
                address = reverse("league:result", args=[unconfirmed])
            link = Link(address, "eye", _("Look at it"))
            return StepShown(title % {"n": step.count}, link=link)
        case _:
            return _about_the_end(step, event)


def _about_people(step: NextStep, event: Event, declined: Sequence[str]) -> StepShown:
    count, sentence = {"n": step.count}, ""
    if declined:
        sentence = ngettext(
            "One has declined: %(names)s.", "%(n)s have declined: %(names)s.", len(declined)
        ) % {"n": len(declined), "names": ", ".join(declined)}
    if step.step is Step.ATTENDANCE:
        title, here = _("Check who is here"), reverse("league:all_here", args=[event.pk])
        if step.count < MIN_SEATS:
            return StepShown(title, sentence)
        if step.is_answered:
            link = Link(here, "users", _("All %(n)s who said yes are here") % count)
            return StepShown(title, sentence, link, (("only", "coming"),))
        link = Link(here, "users", _("All %(n)s are here") % count)
        return StepShown(title, sentence, link, ())
    title = _("%(n)s are here and sit nowhere yet") % count
    if step.step is Step.SEAT_ALL:
        tables = reverse("league:add_table", args=[event.pk])
        link = Link(tables, "armchair", _("Seat all %(n)s at one table") % count)
        return StepShown(title, sentence, link, (("all", "1"),))
    link = Link("?seat=1#setzen", "armchair", _("Choose who sits where"))
    return StepShown(title, sentence, link)


def _about_table(step: NextStep) -> StepShown:
    table = step.table
    assert table is not None  # these steps are about one
    values = {"table": table.number, "game": table.playing or table.played + 1, "n": step.count}
    play = reverse("games:play", args=[table.key])
    if step.step is Step.PLAY:
        link = Link(play, "dices", _("Go to table %(table)s") % values)
        return StepShown(_("Your table is playing game %(game)s") % values, link=link)
    if step.step is Step.WATCH:
        title = ngettext("One table is playing", "%(n)s tables are playing", step.count) % values
        return StepShown(title, link=Link(play, "dices", _("Go to table %(table)s") % values))
    if step.step is Step.BEGIN:
        link = Link(play, "dices", _("Keep score at table %(table)s") % values)
        return StepShown(_("Table %(table)s can begin") % values, link=link)
    link = Link(play, "dices", _("Start game %(game)s") % values)
    return StepShown(_("Table %(table)s is between two games") % values, link=link)


def _about_the_end(step: NextStep, event: Event) -> StepShown:
    over = _("All games are played")
    if step.step is Step.CLOSE:
        close = reverse("close_evening", args=[event.pk])
        return StepShown(over, link=Link(close, "wallet", _("Close the evening")))
    if step.step is Step.COSIGN:
        sign = reverse("cosign_evening", args=[event.pk])
        link = Link(sign, "pen-line", _("Sign as the second"))
        return StepShown(_("The cash is counted"), link=link)
    if step.step is Step.CROWN:
        return StepShown(over, link=Link("#koenig", "crown", _("Crown the König")))
    if step.step is Step.CLOSED:
        return StepShown(_("The evening is closed"))
    if event.start_time is not None and not step.count:
        begins = event.start_time.strftime("%H:%M")
        return StepShown(_("First throw at %(time)s") % {"time": begins})
    return StepShown(_("Nobody is playing right now"))
