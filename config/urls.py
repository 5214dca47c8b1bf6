"""Every address. Pages in German; each app keeps its own."""

from allauth.account import views as account
from django.urls import include, path

from config.desk import views as desk

urlpatterns = [
    path("", desk.home, name="home"),
    path("gruenden/", desk.found, name="found"),
    path("ansicht/", desk.theme, name="theme"),
    path("sprache/", include("django.conf.urls.i18n")),
    # Only what a login by code needs; the club invites, nobody registers, nobody has a password.
    path("anmelden/", account.request_login_code, name="account_login"),
    path("anmelden/", account.request_login_code, name="account_request_login_code"),
    path("anmelden/code/", account.confirm_login_code, name="account_confirm_login_code"),
    path("anmelden/demo/", desk.demo_login, name="demo_login"),
    path("anmelden/gesperrt/", account.account_inactive, name="account_inactive"),
    path("abmelden/", account.logout, name="account_logout"),
    path("", include("league.urls")),
    path("", include("games.urls")),
    path("kasse/", include("finance.urls")),
]
