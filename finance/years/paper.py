"""The auditors' report on a year, as PDF: what was looked at, what was found, and the seal.

It goes to the members' meeting, so it names no debtor. How it looks is in templates/reports.
"""

from datetime import date, datetime
from io import BytesIO
from typing import Any

import segno
from django.utils.formats import date_format
from django.utils.timezone import localdate, localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from finance.books import labels as words
from finance.books.models.ledger import JournalYear
from finance.books.queries.vouchers import bookings_without_voucher
from finance.years.models import YearStep
from finance.years.queries import audits, year_figures
from finance.years.steps import Standing
from league.files.printing.typeset import pdf
from league.web.money import euro

# Of a long list the first so many are named; the page has all of them.
NAMED = 40


def year_report(year: int, *, club: str, language: str, now: datetime) -> bytes:
    """The report as the year stands at `now`: a draft until the auditors have signed."""
    with override(language):
        title = _("Bericht der Kassenprüfung %(year)s") % {"year": year}
        return pdf(
            "year_report",
            data_of(year, club=club, now=now),
            title=title,
            language=language,
            now=now,
        )


def data_of(year: int, *, club: str, now: datetime) -> dict[str, Any]:
    """What templates/reports/year_report.typ sets, in the language of now."""
    steps = list(audits.steps_of(year))
    standing = audits.standing_of(steps)
    result = year_figures.result_of(year)
    seal = audits.seal_of_year(year)
    heads = JournalYear.objects.filter(year=year).order_by("journal")
    lines = [f"{head.journal} {head.last_number} {head.last_hash}" for head in heads]
    return {
        "club": club,
        "title": _("Bericht der Kassenprüfung %(year)s") % {"year": year},
        "state": _state(standing, seal),
        "is_draft": not standing.is_final,
        "steps": [_step(step) for step in audits.counting(steps)],
        "tables": [
            _table(_("Einnahmen"), result.income, result.income_sum, year),
            _table(_("Ausgaben"), result.expense, result.expense_sum, year),
            _table(_("Was da ist"), result.held, None, year),
        ],
        "surplus": [
            _("Überschuss") if result.surplus[0] >= 0 else _("Fehlbetrag"),
            *(euro(one) for one in result.surplus),
            euro(result.surplus[0] - result.surplus[1], sign=True),
        ],
        "spheres": [
            [str(words.SPHERES.get(sphere, _("ohne Zuordnung"))), euro(came), euro(went)]
            for sphere, came, went in year_figures.spheres_of(year)
        ],
        "agreed": [_agreed(one) for one in year_figures.agreed(year, localdate(now))],
        **_looked(year),
        "without": _without(year),
        "owed": owed_said(year, over=localdate(now) >= date(year, 12, 31)),
        "findings": [_finding(one) for one in audits.findings_of(year)],
        "seal": [seal[place : place + 8] for place in range(0, 64, 8)],
        "hashes": lines,
        "qr": _qr("\n".join([f"SCHOCKWART {year}", *lines, f"seal {seal}"])),
        "words": {
            "who": _("Wer was bestätigt hat"),
            "figures": _("Das Jahr in Zahlen"),
            "account": _("Konto"),
            "change": _("Veränderung"),
            "sum": _("Summe"),
            "spheres": _("Nach Bereichen"),
            "sphere": _("Bereich"),
            "came": _("Einnahmen"),
            "went": _("Ausgaben"),
            "agreed": _("Kasse und Bank"),
            "sample": _("Stichprobe"),
            "booking": _("Buchung"),
            "what": _("Was"),
            "amount": _("Betrag"),
            "voucher": _("Beleg"),
            "verdict": _("Urteil"),
            "vouchers": _("Fehlende Belege"),
            "owed": _("Offene Forderungen"),
            "findings": _("Feststellungen"),
            "seal": _("Siegel des Jahres"),
            "seal_says": _(
                "Das Siegel fasst alle Buchungen des Jahres zusammen: Ändert jemand eine einzige, "
                "wird es ein anderes. Der Code enthält die letzten Prüfsummen der Bücher. "
                "Nachrechnen kann das jeder mit dem Jahresexport und dem Prüfprogramm, auch ohne "
                "Schockwart: check_year.py jahr-%(year)s.jsonl --seal …"
            )
            % {"year": year},
            "qr": _("QR-Code mit den letzten Prüfsummen der Bücher"),
            "signature": _("Unterschrift"),
            "as_of": _("Stand: %(when)s") % {"when": _moment(now)},
            "page": _("Seite %(number)s von %(all)s") % {"number": "{page}", "all": "{pages}"},
        },
    }


def _state(standing: Standing, seal: str) -> str:
    if standing.state == "discharged":
        return _("Geprüft, die Kassenführung ist entlastet.")
    if standing.state == "audited":
        return _("Geprüft. Über die Entlastung entscheidet die Mitgliederversammlung.")
    if standing.state != "open" and standing.seal != seal:
        return _("Entwurf. Seit er vorgelegt wurde, ist noch gebucht worden.")
    return _("Entwurf. Noch hat nicht jeder unterschrieben.")


def _step(step: YearStep) -> list[str]:
    said = step.get_kind_display()
    if step.kind == YearStep.Kind.SIGNED:
        said = (
            _("geprüft, Entlastung empfohlen")
            if step.agrees
            else _("geprüft, Entlastung nicht empfohlen")
        )
    if step.kind == YearStep.Kind.DISCHARGED and step.held_on is not None:
        said = words.discharge(step)
    return [said, _name(step.taken_by), _day(localtime(step.taken_at).date()), step.reason]


def _table(
    title: str, found: list[year_figures.Figure], total: tuple[int, int] | None, year: int
) -> dict[str, Any]:
    return {
        "title": title,
        "years": [str(year), str(year - 1)],
        "rows": [
            [_(one.account.name), euro(one.now), euro(one.before), euro(one.change, sign=True)]
            for one in found
        ],
        "sum": [euro(total[0]), euro(total[1]), euro(total[0] - total[1], sign=True)]
        if total
        else [],
    }


def _agreed(one: year_figures.Agreed) -> str:
    said = {"day": _day(one.day), "booked": euro(one.booked), "found": euro(one.found or 0)}
    if one.account.code == "cash":
        if one.found is None:
            return _("Kasse am %(day)s laut Buch %(booked)s; gezählt wurde nicht.") % said
        if one.difference:
            said["difference"] = euro(one.difference, sign=True)
            return (
                _(
                    "Kasse am %(day)s: laut Buch %(booked)s, gezählt %(found)s; der Unterschied "
                    "von %(difference)s ist gebucht."
                )
                % said
            )
        return _("Kasse am %(day)s: laut Buch %(booked)s, gezählt ebenso.") % said
    if one.found is None:
        return _("Bank am %(day)s laut Buch %(booked)s; ein Kontoauszug liegt nicht vor.") % said
    if one.difference:
        return _("Bank am %(day)s: laut Buch %(booked)s, laut Auszug %(found)s.") % said
    return _("Bank am %(day)s: laut Buch %(booked)s, laut Auszug ebenso.") % said


def _looked(year: int) -> dict[str, Any]:
    looked = audits.looked_at(year)
    return {
        "samples": [
            _("%(n)s von %(all)s Buchungen aus %(span)s, Startwert „%(seed)s“, gezogen am %(day)s.")
            % {
                "n": one.drawn,
                "all": one.total,
                "span": words.span(one.numbers),
                "seed": one.seed,
                "day": _day(localtime(one.drawn_at).date()),
            }
            for one in audits.samples_of(year)
        ],
        "looked": [
            [
                words.label(one.booking),
                _day(one.booking.date),
                words.title_without_names(one.booking),
                euro(vars(one.booking)["own"]),
                ", ".join(str(voucher) for voucher in one.vouchers) or "–",
                one.mark.get_mark_display() if one.mark else _("offen"),
                _said(one),
            ]
            for one in looked
        ],
        "no_sample": _("Es wurde noch keine Stichprobe gezogen.") if not looked else "",
    }


def _said(one: audits.Looked) -> str:
    """What auditors remarked with the mark that counts, before it what was asked and answered."""
    said = []
    for mark in one.marks:
        answers = [_("Antwort: %(text)s") % {"text": answer.text} for answer in mark.answers.all()]
        if answers or mark == one.mark:
            said += [mark.remark, *answers]
    return " ".join(part for part in said if part)


def _without(year: int) -> list[str]:
    found = list(bookings_without_voucher(year)[: NAMED + 1])
    if not found:
        return [_("Jede Ausgabe und jede Buchung, die einen braucht, hat einen Beleg.")]
    said = [f"{words.label(one)}, {_day(one.date)}" for one in found[:NAMED]]
    return [*said, *([_("… und weitere.")] if len(found) > NAMED else [])]


def owed_said(year: int, *, over: bool) -> str:
    """How much, never who; of a year that goes on as it is now."""
    found = [cents for _person, cents in year_figures.owed_at_end(year)]
    owed, credits = [one for one in found if one > 0], [-one for one in found if one < 0]
    if not owed:
        said = (
            _("Am Jahresende war niemand etwas schuldig.") if over else _("Niemand schuldet etwas.")
        )
    elif over:
        said = ngettext(
            "Am Jahresende war eine Person zusammen %(sum)s schuldig.",
            "Am Jahresende waren %(n)s Personen zusammen %(sum)s schuldig.",
            len(owed),
        )
    else:
        said = ngettext(
            "Eine Person schuldet zusammen %(sum)s.",
            "%(n)s Personen schulden zusammen %(sum)s.",
            len(owed),
        )
    said %= {"n": len(owed), "sum": euro(sum(owed))}
    if not credits:
        return said
    if over:
        kept = ngettext(
            "Eine Person hatte %(sum)s Guthaben.",
            "%(n)s Personen hatten zusammen %(sum)s Guthaben.",
            len(credits),
        )
    else:
        kept = ngettext(
            "Eine Person hat %(sum)s Guthaben.",
            "%(n)s Personen haben zusammen %(sum)s Guthaben.",
            len(credits),
        )
    kept %= {"n": len(credits), "sum": euro(sum(credits))}
    return f"{said} {kept}"


def _finding(finding: Any) -> list[str]:
    settled = (
        _("Erledigt: %(how)s") % {"how": finding.settled_how} if finding.settled_at else _("Offen.")
    )
    return [finding.text, settled]


def _name(user: Any) -> str:
    person = getattr(user, "person", None)
    return str(person) if person is not None else "–"


def _day(day: date) -> str:
    return date_format(day, "SHORT_DATE_FORMAT")


def _moment(moment: datetime) -> str:
    local = localtime(moment)
    return f"{_day(local.date())}, {local:%H:%M}"


def _qr(text: str) -> str:
    drawn = BytesIO()
    segno.make(text, error="m").save(drawn, kind="svg", border=0, xmldecl=False)
    return drawn.getvalue().decode()
