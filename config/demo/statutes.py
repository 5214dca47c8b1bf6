"""Write the demo club's decisions: guests, its catalogue of fines, dues; and an objection."""

from datetime import date, datetime, timedelta

from config.demo.till import GUESTS, Till
from finance.books.formulas import AVERAGE, FIXED, MINUTES, OTHERS, STEPS, THING, Formula, Step
from finance.books.services import agreements
from finance.books.services.objections import object_to, rule
from finance.catalogue.queries.catalogue import entries_for
from finance.catalogue.services.catalogue import end_tariff, set_tariff
from finance.catalogue.services.deeds import charge_deed
from finance.catalogue.services.ready import adopt
from finance.dues import services as dues
from finance.dues.queries import plan
from league.events.models import Event

GROUND = "Beschluss der Mitgliederversammlung"
NOT_ASKED_YET = "Mette Besuch"
# Title, formula, what becomes due.
OWN = (
    ("Handy am Tisch benutzt", Formula(FIXED, cents=200, again=(400,)), ""),
    (
        "Zu spät gekommen",
        Formula(STEPS, measure=MINUTES, steps=(Step(30, 100), Step(60, 200), Step(None, 300))),
        "",
    ),
    ("Ein anderer hat drei Schock-Aus an einem Abend", Formula(OTHERS, cents=50), ""),
    ("Wanderpokal vergessen", Formula(THING), "ein Kasten Bier"),
    ("Gefehlt", Formula(AVERAGE, round_to=50), ""),
)


def decide(till: Till, day: date) -> None:
    """Decide before the first evening: the rules from `day` on, and the guests' agreements."""
    now = till.noon(day)
    for name in sorted(GUESTS - {NOT_ASKED_YET}):
        agreements.agree(
            person=till.people[name],
            start=day,
            agreed="Beim ersten Besuch am Tisch",
            by=till.keeper,
            now=now,
        )
    for tariff in adopt(slug="rsc2003", start=day, ground=GROUND, decided_on=day, now=now):
        if tariff.code == "stake":  # each evening plays for the stake of its own rulebook
            end_tariff(tariff=tariff, end=day, now=now)
    for title, formula, thing in OWN:
        set_tariff(
            formula=formula,
            start=day,
            title=title,
            thing=thing,
            within="season" if formula.again else "",
            ground=GROUND,
            decided_on=day,
            now=now,
        )


def ask_for_dues(till: Till, today: date) -> None:
    """Set the dues from the month before last on; the run is done up to today."""
    start = (today.replace(day=1) - timedelta(days=1)).replace(day=1)
    now = till.noon(today)
    for kind, cents in (("active", 500), ("passive", 200), ("supporting", 200)):
        dues.set_rate(
            kind=kind,
            period="month",
            cents=cents,
            start=start,
            ground="Satzung § 5",
            decided_on=start,
            by=till.keeper,
            now=now,
        )
    dues.run(through=today, seen=plan(today).fingerprint, by=till.keeper, today=today, now=now)


def fine_some(till: Till, event: Event, now: datetime) -> None:
    """Fine two who were on the phone at the last evening; one objects and waits, one was heard."""
    entry = next(tariff for tariff in entries_for(event) if tariff.title == OWN[0][0])
    chair = till.people["Anke Brettschneider"].user
    here = event.participations.select_related("person__user").order_by("pk")
    members = [
        participation
        for participation in here
        if participation.is_here and participation.person.user not in {None, chair}
    ]
    for number, member in enumerate(members[-2:]):
        user = member.person.user
        if user is None or chair is None:
            continue
        made = charge_deed(
            event=event,
            participation=member,
            tariff=entry,
            client_id=f"phone-{event.pk}-{number}",
            by=chair,
            now=now,
        )
        objection = object_to(
            claim=made[0].claims.get(is_current=True),
            text="Das war ein Notfall, meine Tochter hatte angerufen.",
            by=user,
            now=now,
        )
        if number:
            rule(
                objection=objection,
                outcome="struck",
                ruling="Ein Notfall ist kein Vergehen.",
                by=chair,
                today=now.date(),
                now=now,
            )
