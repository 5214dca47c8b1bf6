from datetime import time, timedelta, date
import pytest
from django.utils import timezone
from league.assemblies import mails
from league.assemblies.services import calling, meeting, elections, minutes
from league.assemblies.queries import minutes as words
from tests.browser.page_checks import enter_as, STICKS_OUT, UNFOLD
from tests.browser.test_assembly import assembly

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OUT = "/tmp/look/"


def test_look(page, live_server, club, assembly):
    import os

    os.makedirs(OUT, exist_ok=True)
    now = timezone.now()
    calling.hand_in(
        assembly=assembly,
        person=club.bernd,
        title="Die Strafe fürs Zuspätkommen fällt weg",
        text="Der Bus kommt nie.\nWirklich.",
        client_id="b",
        now=now,
        today=timezone.localdate(),
    )
    paths = {}
    base = f"{live_server.url}/versammlung/{assembly.pk}/"

    def shoot(name, url):
        page.goto(url)
        for w, h in ((390, 844), (1280, 800)):
            page.set_viewport_size({"width": w, "height": h})
            for theme in ("light", "dark"):
                page.evaluate(f"document.documentElement.dataset.theme='{theme}'")
                if theme == "dark" and w == 1280:
                    continue
                page.screenshot(path=f"{OUT}{name}-{w}-{theme}.png", full_page=True)
            out = page.evaluate(STICKS_OUT)
            if out:
                print(name, w, out)
            print(name, w, page.evaluate("document.documentElement.scrollHeight / innerHeight"))

    enter_as(page, live_server, club.stine)
    shoot("new", f"{live_server.url}/versammlungen/neu/")
    shoot("agenda", base + "tagesordnung/")
    shoot("invite", base + "einladen/")
    calling.invite(assembly=assembly, tell=mails.invite, client_id="x", now=now)
    assembly.refresh_from_db()
    shoot("page", base)
    shoot("list", f"{live_server.url}/versammlungen/")
    shoot("home", live_server.url)
    shoot("before", base + "abend/")
    for p in (club.anke, club.kadir, club.stine, club.bernd, club.jette, club.oemer, club.gustav):
        meeting.note_attendance(assembly=assembly, person=p, is_here=True, now=now)
    a = meeting.open_assembly(assembly=assembly, chaired_by=club.anke, kept_by=club.stine, now=now)
    items = list(a.items.all())
    for i in items:
        i.assembly = a
    d = [i for i in items if i.kind == "discharge"][0]
    shoot("discharge", base + f"punkt/{d.pk}/")
    meeting.count_vote(
        item=d,
        yes=3,
        no=0,
        abstained=3,
        board_abstained=[club.anke, club.kadir, club.stine],
        seen=0,
        client_id="1",
        by=None,
        now=now,
    )
    e = [i for i in items if i.office == "treasurer"][0]
    cs = [meeting.put_up(item=e, person=p, now=now) for p in (club.jette, club.kadir, club.oemer)]
    shoot("election", base + f"punkt/{e.pk}/")
    meeting.count_election(
        item=e,
        round_number=1,
        votes={cs[0].pk: 3, cs[1].pk: 2, cs[2].pk: 1},
        against=0,
        abstained=0,
        seen=0,
        client_id="2",
        by=None,
        now=now,
    )
    shoot("runoff", base + f"punkt/{e.pk}/")
    meeting.count_election(
        item=e,
        round_number=2,
        votes={cs[0].pk: 4, cs[1].pk: 2},
        against=0,
        abstained=0,
        seen=1,
        client_id="3",
        by=None,
        now=now,
    )
    shoot("elected", base + f"punkt/{e.pk}/")
    shoot("evening", base + "abend/")
    from league.people.models.people import Office

    elections.accept(
        candidacy=cs[0],
        start=timezone.localdate() + timedelta(days=1),
        replaces=Office.objects.get(role="treasurer"),
        by=club.stine,
        now=now,
    )
    meeting.write_note(
        item=items[1],
        note="Anke berichtet von 24 Abenden und einem Turnier mit 47 Leuten. Die Mitgliederzahl ist von 19 auf 22 gestiegen.",
    )
    a = meeting.close_assembly(assembly=a, now=timezone.now())
    shoot("minutes", base + "protokoll/")
    from league.assemblies.papers import minutes_pdf
    import league.assemblies.papers as pp
    from league.files.printing import child
    import typst, font_source_sans_pro, json
    def png(template,data,title,language,now):
        out=typst.compile(child.REPORTS/f"{template}.typ",root=child.REPORTS,font_paths=typst.Fonts(include_system_fonts=False,font_paths=[font_source_sans_pro.font_directory]),sys_inputs={"data":json.dumps(data),"title":title,"language":language},format="png",ppi=80)
        for n,b in enumerate(out if isinstance(out,list) else [out]): open(f"{OUT}pdf{n}.png","wb").write(b)
        return b""
    minutes_pdf(words.content_of(a),addenda=[{"day":"1.4.2026","text":"Es war der 27er."}],is_draft=False,now=timezone.now())
    real=pp.pdf; pp.pdf=png
    minutes_pdf(words.content_of(a),addenda=[{"day":"1.4.2026","text":"Es war der 27er."}],is_draft=False,now=timezone.now())
    pp.pdf=real

    open(OUT + "m.pdf", "wb").write(
        minutes_pdf(
            words.content_of(a),
            addenda=[{"day": "1.4.2026", "text": "Es war der 27er."}],
            is_draft=False,
            now=timezone.now(),
        )
    )
    enter_as(page, live_server, club.anke)
    shoot("rules", f"{live_server.url}/versammlungen/regeln/")
    enter_as(page, live_server, club.bernd)
    shoot("motion", base + "antrag/")
