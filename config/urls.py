"""Every address. Pages in German; each app keeps its own."""

from allauth.account import views as account
from django.urls import include, path, re_path

from config import api_pages, app_shell, passkeys
from config.accounts import ConfirmLoginCode, RequestLoginCode
from config.merging import views as merging
from config.privacy import views as privacy
from config.site import outsiders
from config.site import views as site_views
from config.site.club import views as our
from config.site.figures import views as figures
from config.site.mails import views as mails
from config.site.rights import views as rights
from finance.close import views as closing
from league.reports import views as report_views
from league.web.views import takes_a_form

handler500 = "config.errors.server_error"
urlpatterns = [
    path("", include("games.urls")),  # with the scorer's API, where each tap is looked up
    path("", site_views.home, name="home"),
    path("gruenden/", site_views.begin_club, name="found"),
    path("gruenden/<int:step>/", our.walk, name="founding_step"),
    path("club/aendern/", our.our_club, name="our_club"),
    path("club/aendern/<slug:code>/", our.change, name="change_club"),
    path("club/daten/", privacy.retention, name="retention"),
    path("kasse/aufbewahrt/", privacy.kept_records, name="kept_records"),
    path("leute/<int:pk>/daten/", privacy.data, name="person_data"),
    path("leute/<int:pk>/daten/archiv/", privacy.archive, name="person_archive"),
    path("leute/<int:pk>/daten/widerspruch/", privacy.objection, name="object_to_use"),
    path("leute/<int:pk>/daten/loeschung/", privacy.ask_for_erasure, name="ask_for_erasure"),
    path("leute/<int:pk>/daten/loeschen/", privacy.erase, name="erase_person"),
    path("leute/stellen/", privacy.possible_mentions, name="possible_mentions"),
    path("leute/doppelt/", merging.doubles, name="doubles"),
    path("leute/<int:pk>/verschieden/<int:other>/", merging.different, name="different_people"),
    path("leute/<int:pk>/doppelt/<int:other>/", merging.merge, name="merge_people"),
    path("app.webmanifest", site_views.manifest, name="manifest"),
    path("robots.txt", outsiders.robots, name="robots"),
    path(".well-known/security.txt", outsiders.security_txt, name="security_txt"),
    path("sw.js", app_shell.worker, name="worker"),
    path("ohne-netz/", app_shell.without_network, name="without_network"),
    path("ansicht/", site_views.theme, name="theme"),
    path("sprache/setlang/", site_views.language, name="set_language"),
    # Only the parts of a login by code: the club invites, so no one registers or has a password.
    path("anmelden/", takes_a_form(RequestLoginCode.as_view()), name="account_login"),
    path("anmelden/", takes_a_form(RequestLoginCode.as_view()), name="account_request_login_code"),
    path(
        "anmelden/code/",
        takes_a_form(ConfirmLoginCode.as_view()),
        name="account_confirm_login_code",
    ),
    path("anmelden/demo/", site_views.demo_login, name="demo_login"),
    path("anmelden/passkey/", passkeys.passkey_login, name="passkey_login"),
    path("meine-passkeys/", passkeys.passkeys, name="passkeys"),
    path("meine-passkeys/<int:pk>/weg/", passkeys.remove_passkey, name="remove_passkey"),
    path("anmelden/gesperrt/", account.account_inactive, name="account_inactive"),
    path("leute/rechte/", rights.all_rights, name="all_rights"),
    path("was-ich-darf/", rights.own_rights, name="own_rights"),
    path("was-ich-bekomme/", mails.my_mails, name="my_mails"),
    path("abmelden/", takes_a_form(account.logout), name="account_logout"),
    path("", include("league.urls")),
    # Figures of a person and of the club; throws and money are asked as well.
    path("zahlen/", figures.club_figures, name="club_figures"),
    path("leute/<int:pk>/zahlen/", figures.person_figures, name="person_figures"),
    path("leute/<int:pk>/spiele/", figures.person_games, name="person_games"),
    path("berichte/", report_views.reports, name="reports"),
    path("berichte/neu/", report_views.ask, name="ask_report"),
    path("berichte/per-mail/", report_views.by_mail, name="report_mails"),
    path("berichte/keine-mails/<str:token>/", report_views.no_mails, name="no_report_mails"),
    path("berichte/<int:pk>/", report_views.report, name="report"),
    path("berichte/<int:pk>/noch-einmal/", report_views.again, name="report_again"),
    path("berichte/<int:pk>/bericht.pdf", report_views.file, name="report_file"),
    path("kasse/abend/<int:pk>/abschluss/", closing.close, name="close_evening"),
    path("kasse/abend/<int:pk>/abschluss/bestaetigen/", closing.confirm, name="close_confirm"),
    path("kasse/abend/<int:pk>/abschluss/fehlende/", closing.average, name="close_average"),
    path(
        "kasse/abend/<int:pk>/abschluss/nicht-erschienen/",
        closing.fine_no_shows,
        name="close_no_shows",
    ),
    path("kasse/abend/<int:pk>/abschluss/runde/", closing.give, name="close_give"),
    path("kasse/abend/<int:pk>/abschluss/entschuldigt/", closing.let_off, name="close_excuse"),
    path("kasse/entschuldigt/<int:pk>/zurueck/", closing.after_all, name="close_charge_after_all"),
    path("kasse/abend/<int:pk>/abschluss/alle/", closing.pay_all, name="close_pay_all"),
    path("kasse/abend/<int:pk>/abschluss/zahlung/", closing.pay_other, name="close_pay_other"),
    path("kasse/abend/<int:pk>/abschluss/zahlung/<int:person>/", closing.pay, name="close_pay"),
    path("kasse/abend/<int:pk>/abschluss/zaehlen/", closing.count, name="close_count"),
    path("kasse/abend/<int:pk>/abschluss/unterschreiben/", closing.sign, name="close_sign"),
    path("kasse/abend/<int:pk>/abschluss/<int:version>.pdf", closing.paper, name="close_paper"),
    path("kasse/abend/<int:pk>/mitunterschreiben/", closing.cosign, name="cosign_evening"),
    path("kasse/", include("finance.urls")),
    # The API's description of itself; last of all, addresses it does not have.
    path("api/", api_pages.page, name="api_page"),
    path("api/", include(("finance.till.api.urls", "finance_api"))),
    path("api/", include(("config.site.api.urls", "desk_api"))),
    path("api/schema/", api_pages.schema, name="api_schema"),
    path("api/schema.yaml", api_pages.as_yaml, name="api_yaml"),
    re_path(r"^api/.+", api_pages.NothingAPI.as_view(), name="api_nothing"),
]
