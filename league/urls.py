from django.urls import include, path

from league.access import views as read_tokens
from league.assemblies.views import calling as assemblies
from league.assemblies.views import items as assembly_items
from league.assemblies.views import meeting as assembly_meeting
from league.assemblies.views import minutes as assembly_minutes
from league.delivery import views as delivery
from league.evenings.api import calendar as api_calendar
from league.evenings.api import evenings as api_evenings
from league.evenings.views import attendance, calendar, evenings, feeds, replies
from league.kings import api as api_kings
from league.kings import views as kings
from league.links import views as links
from league.links.api import TableTokenAPI
from league.matches import api as api_matches
from league.matches.rules import AWAY, HOME
from league.matches.views import leagues as team_leagues
from league.matches.views import matches
from league.old_tables import views as old_tables
from league.people.api import people as api_people
from league.people.views import (
    addresses,
    approvals,
    club,
    details,
    invitations,
    joining,
    kinds,
    lists,
    outbox,
    people,
    postal,
    security,
    visibility,
)
from league.push import views as push
from league.results import views as confirming
from league.results.api import referees as api_referees
from league.results.api import results as api_results
from league.results.api import tables as api
from league.seasons import views as standings
from league.seasons.api import seasons as api_seasons
from league.seasons.api import standings as api_standings
from league.tournaments import urls as tournaments
from league.wall import views as wall
from league.web.addresses import Address, by_first_word

app_name = "league"

MATCH: list[Address] = [
    path("", matches.match, name="match"),
    path("heim/", matches.line_up, {"side": HOME}, name="line_up_home"),
    path("gaeste/", matches.line_up, {"side": AWAY}, name="line_up_away"),
    path("wechsel/", matches.substitute, name="substitute"),
    path("runde/<int:number>/tisch/<int:table>/", matches.match_table, name="match_table"),
    path("runde/<int:number>/tisch/<int:table>/strafe/", matches.fine, name="match_fine"),
    path("unterschrift/", matches.sign, name="sign_match"),
    path("leitung/", matches.direct_match, name="direct_match"),
    path("bogen/", matches.match_sheet, name="match_sheet"),
]

ASSEMBLY: list[Address] = [
    path("", assemblies.assembly, name="assembly"),
    path("aendern/", assemblies.change_assembly, name="change_assembly"),
    path("tagesordnung/", assemblies.assembly_agenda, name="assembly_agenda"),
    path("einladen/", assemblies.invite_assembly, name="invite_assembly"),
    path("antrag/", assemblies.assembly_motion, name="assembly_motion"),
    path("abend/", assembly_meeting.assembly_evening, name="assembly_evening"),
    path("abend/<int:person>/", assembly_meeting.assembly_attendance, name="assembly_attendance"),
    path("punkt/<int:item>/", assembly_items.assembly_item, name="assembly_item"),
    path("wahl/<int:candidacy>/", assembly_items.accept_election, name="accept_election"),
    path("protokoll/", assembly_minutes.assembly_minutes, name="assembly_minutes"),
    path("protokoll/pdf/", assembly_minutes.assembly_minutes_pdf, name="assembly_minutes_pdf"),
]

ADDRESSES: list[Address] = [
    path("abende/", evenings.evenings, name="evenings"),
    path("abende/neu/", evenings.new_evening, name="new_evening"),
    path("abende/reihe/", calendar.series, name="series"),
    path("abende/<int:pk>/", evenings.evening, name="evening"),
    path("abende/<int:pk>/wann/", calendar.details, name="details"),
    path("abende/<int:pk>/antwort/", replies.reply, name="reply"),
    path("abende/<int:pk>/absage/", replies.cancel, name="cancel"),
    path("abende/koenige/", kings.kings, name="kings"),
    path("abende/<int:pk>/koenig/", kings.crown, name="crown"),
    path("ergebnisse/<int:pk>/zeit/", kings.in_time, name="in_time"),
    path("einladungen/<int:pk>/", replies.reply_for, name="reply_for"),
    path("mein-kalender/", feeds.calendar, name="calendar"),
    path("kalender/club.ics", feeds.club_feed, name="club_feed"),
    path("kalender/<str:token>.ics", feeds.feed, name="feed"),
    path("keine-erinnerungen/<str:token>/", feeds.no_reminders, name="no_reminders"),
    path("abende/<int:pk>/gast/", evenings.add_guest, name="add_guest"),
    path("abende/<int:pk>/tisch/", evenings.add_table, name="add_table"),
    path("abende/<int:pk>/oeffentlich/", evenings.publish, name="publish"),
    path("abende/<int:pk>/tischkarten/", links.table_cards, name="table_cards"),
    path("club/wand/", wall.club_wall, name="club_wall"),
    path("abende/<int:pk>/wand/", wall.event_wall, name="event_wall"),
    path("abende/<int:pk>/siegerehrung/", wall.ceremony, name="ceremony"),
    path("t/<str:token>/", links.enter_table, name="enter_table"),
    path("tische/<int:pk>/telefon/", links.phone, name="phone"),
    path("tische/<int:pk>/link/", links.table_link, name="table_link"),
    path("tische/<int:pk>/link/sperren/", links.revoke_link, name="revoke_link"),
    path("tische/<int:pk>/ruf/", confirming.call, name="call"),
    path("tische/<int:pk>/bestaetigen/", confirming.confirm_card, name="confirm_card"),
    path("rufe/<int:pk>/antwort/", confirming.answer, name="answer"),
    path("schiedsrichter/", confirming.referee, name="referee"),
    path("ergebnisse/<int:pk>/", confirming.result, name="result"),
    path("ergebnisse/<int:pk>/bestaetigen/", confirming.confirm, name="confirm"),
    path("ergebnisse/<int:pk>/problem/", confirming.object_to, name="object"),
    path("probleme/<int:pk>/entscheidung/", confirming.rule, name="rule"),
    path("abende/<int:pk>/anwesenheit/", attendance.attendance_list, name="attendance_list"),
    path("anwesenheit/<int:pk>/", evenings.attendance, name="attendance"),
    path("abende/<int:pk>/alle-da/", evenings.all_here, name="all_here"),
    path("anwesenheit/<int:pk>/minuten/", evenings.late, name="late"),
    path("tische/<int:pk>/platz/", evenings.seat, name="seat"),
    path("plaetze/<int:pk>/", evenings.change_seat, name="change_seat"),
    path("tabelle/", standings.current_table, name="table"),
    path("abende/<int:pk>/tabelle/", standings.evening_table, name="evening_table"),
    path("tabelle/alt/", old_tables.old_tables, name="old_tables"),
    path("tabelle/alt/neu/", old_tables.new_old_table, name="new_old_table"),
    path("tabelle/alt/<int:pk>/", old_tables.old_table, name="old_table"),
    path("tabelle/alt/<int:pk>/zuordnen/", old_tables.link_old_table, name="link_old_table"),
    path("tabelle/alt/<int:pk>/zurueck/", old_tables.undo_old_table, name="undo_old_table"),
    path("tabelle/ewig/", standings.all_time, name="all_time"),
    path("tabelle/<int:pk>/wertung/", standings.season_scoring, name="season_scoring"),
    path("tabelle/<int:pk>/jahreswertung/", standings.year_ranking, name="year_ranking"),
    path("tabelle/<int:pk>/abschluss/", standings.close_season, name="season_close"),
    path("tabelle/<int:pk>/oeffnen/", standings.reopen_season, name="season_reopen"),
    path("tabelle/<int:pk>/", standings.season_table, name="season_table"),
    path("tabelle/<int:pk>/einbetten/", standings.embedded_season, name="embedded_season"),
    path("tabelle/<int:pk>/person/<int:person>/", standings.season_person, name="season_person"),
    path("benachrichtigung/", push.notification, name="notification"),
    path("benachrichtigung/neu/", push.renew, name="renew_push"),
    path("meine-geraete/<int:pk>/still/", push.remove_device, name="remove_push_device"),
    path("liga/", team_leagues.leagues, name="team_leagues"),
    path("liga/neu/", team_leagues.new_league, name="new_team_league"),
    path("liga/<int:pk>/", team_leagues.team_league, name="team_league"),
    path("liga/<int:pk>/spielplan/", team_leagues.fixtures, name="fixtures"),
    path("liga/mannschaft/<int:pk>/", team_leagues.league_team, name="league_team"),
    path("liga/mannschaft/<int:pk>/kader/", team_leagues.change_squad, name="change_squad"),
    path("liga/mannschaft/<int:pk>/weg/", team_leagues.remove_team, name="remove_team"),
    path("liga/mannschaft/<int:pk>/rueckzug/", team_leagues.withdraw_team, name="withdraw_team"),
    path("liga/begegnung/<int:pk>/", include(MATCH)),
    path("versammlungen/", assemblies.assemblies, name="assemblies"),
    path("versammlungen/neu/", assemblies.new_assembly, name="new_assembly"),
    path("versammlungen/regeln/", assemblies.assembly_rules, name="assembly_rules"),
    path("versammlung/<int:pk>/", include(ASSEMBLY)),
    path("leute/", people.people, name="people"),
    path("leute/neu/", people.new_person, name="new_person"),
    path("leute/einladen/", joining.club_invitation, name="club_invitation"),
    path("leute/anfragen/<int:pk>/", joining.decide_request, name="decide_request"),
    path("mitmachen/<str:token>/", joining.join, name="join"),
    path("leute/liste/", lists.people_list, name="people_list"),
    path("leute/liste/<int:pk>/", lists.people_import, name="people_import"),
    path("leute/liste/<int:pk>/einladen/", lists.ask_in, name="ask_in"),
    path("leute/liste/<int:pk>/buchen/", lists.book_balances, name="book_balances"),
    path("leute/liste/<int:pk>/zurueck/", lists.undo_import, name="undo_import"),
    path("leute/angaben/", details.fields, name="person_fields"),
    path("leute/angaben/neu/", details.add_field, name="add_person_field"),
    path("leute/angaben/<slug:code>/ende/", details.end_field, name="end_person_field"),
    path("leute/<int:pk>/", people.person, name="person"),
    path("leute/<int:pk>/angaben/", details.details, name="person_details"),
    path("leute/<int:pk>/bild/", details.photo, name="person_photo"),
    path("leute/<int:pk>/austritt/", details.leave, name="leave_club"),
    path("mitgliedschaft/<int:pk>/", details.correct_membership, name="correct_membership"),
    path("leute/<int:pk>/name/", people.rename, name="rename"),
    path("leute/<int:pk>/mitgliedschaft/", people.membership, name="membership"),
    path("leute/<int:pk>/amt/", people.appoint, name="appoint"),
    path("leute/<int:pk>/zugang/", people.give_login, name="give_login"),
    path("meine-adresse/", addresses.own_address, name="own_address"),
    path("zweite-person/<int:pk>/", approvals.approval, name="approval"),
    path("zweite-person/<int:pk>/entscheiden/", approvals.decide, name="decide_approval"),
    path("leute/<int:pk>/einladen/", invitations.invite, name="invite"),
    path("einladung/", invitations.read_out, name="read_out"),
    path("einladung/<str:token>/", invitations.invitation, name="invitation"),
    path("anmelden/link/<str:token>/", invitations.login_link, name="login_link"),
    path("briefe/", delivery.letters, name="letters"),
    path("briefe/<slug:batch>/", delivery.letters_file, name="letters_file"),
    path("postausgang/", outbox.outbox, name="outbox"),
    path("postausgang/<int:pk>/", outbox.decide_mail, name="decide_mail"),
    path("sicherheit/", security.security_log, name="security_log"),
    path("noch-einmal/", read_tokens.prove, name="prove"),
    path("meine-geraete/", security.devices, name="devices"),
    path("club/", club.club, name="club"),
    path("wappen/<str:sha256>.png", club.crest, name="crest"),
    path("impressum/", club.imprint, name="imprint"),
    path("datenschutz/", club.privacy, name="privacy"),
    path("leute/<int:pk>/sichtbar/", visibility.seen_as, name="seen_as"),
    path("leute/mitgliedsarten/", kinds.membership_kinds, name="membership_kinds"),
    path(
        "leute/mitgliedsarten/<slug:code>/ende/",
        kinds.end_membership_kind,
        name="end_membership_kind",
    ),
    path("leute/<int:pk>/anschrift/", postal.postal_address, name="postal_address"),
    path("aemter/<int:pk>/ende/", people.dismiss, name="dismiss"),
    path("mein-zugang/", read_tokens.read_tokens, name="read_tokens"),
    path("mein-zugang/<int:pk>/sperren/", read_tokens.revoke_token, name="revoke_token"),
    path("api/tables/<int:pk>/call/", api.CallAPI.as_view(), name="api_call"),
    path("api/tables/<int:pk>/token/", TableTokenAPI.as_view(), name="api_table_token"),
    path("api/me/", api_people.me, name="api_me"),
    path("api/me/calendar/", api_calendar.calendar, name="api_calendar"),
    path("api/me/tokens/", api_people.tokens, name="api_tokens"),
    path("api/people/", api_people.people, name="api_people"),
    path("api/people/<int:pk>/", api_people.person, name="api_person"),
    path("api/evenings/", api_evenings.evenings, name="api_evenings"),
    path("api/evenings/<int:pk>/", api_evenings.evening, name="api_evening"),
    path("api/kings/", api_kings.kings, name="api_kings"),
    path(
        "api/evenings/<int:pk>/standing/",
        api_standings.EveningStandingAPI.as_view(),
        name="api_evening_standing",
    ),
    path("api/results/<int:pk>/", api_results.ResultShowAPI.as_view(), name="api_result"),
    path("api/seasons/", api_seasons.seasons, name="api_seasons"),
    path("api/seasons/<int:pk>/", api_seasons.season, name="api_season"),
    path(
        "api/seasons/<int:pk>/standing/",
        api_standings.SeasonStandingAPI.as_view(),
        name="api_season_standing",
    ),
    path("api/seasons/<int:pk>/year/", api_seasons.year_ranking, name="api_season_year"),
    path(
        "api/seasons/<int:pk>/people/<int:person>/",
        api_seasons.season_person,
        name="api_season_person",
    ),
    path("api/all-time/", api_standings.AllTimeAPI.as_view(), name="api_all_time"),
    path("api/team-leagues/", api_matches.team_leagues, name="api_team_leagues"),
    path("api/team-leagues/<int:pk>/", api_matches.team_league, name="api_team_league"),
    path("api/matches/<int:pk>/", api_matches.match, name="api_match"),
    path("api/referee/", api_referees.referee, name="api_referee"),
    path("api/results/<int:pk>/confirm/", api.ConfirmAPI.as_view(), name="api_confirm"),
    path("api/results/<int:pk>/objections/", api.ObjectionAPI.as_view(), name="api_objection"),
    *tournaments.ADDRESSES,
]
urlpatterns = by_first_word(ADDRESSES)
