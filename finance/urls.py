"""The till's addresses, below `/kasse/`."""

from django.urls import path

from finance.views import (
    accounts,
    claims,
    evening,
    exports,
    journal,
    lists,
    prices,
    rounds,
    till,
    tournament,
)

app_name = "finance"

urlpatterns = [
    path("", till.till, name="till"),
    path("abend/<int:pk>/", evening.evening, name="evening"),
    path("abend/<int:pk>/bestaetigen/", evening.confirm, name="confirm_evening"),
    path("abend/<int:pk>/runden/", rounds.evening, name="rounds"),
    path("abend/<int:pk>/runden/ausgeben/", rounds.give, name="give_at"),
    path("runden/", rounds.everywhere, name="all_rounds"),
    path("runden/beschluss/", rounds.decide, name="decide_rounds"),
    path("runden/<int:pk>/zurueck/", rounds.back, name="take_back"),
    path("turnier/<int:pk>/", tournament.tournament, name="tournament"),
    path("turnier/<int:pk>/bezahlt/<int:person>/", tournament.paid, name="take_entry"),
    path("turnier/<int:pk>/preis/", tournament.pay_out, name="pay_prize"),
    path("forderung/<int:pk>/", claims.claim, name="claim"),
    path("forderung/<int:pk>/bestaetigen/", claims.confirm, name="confirm_claim"),
    path("forderung/<int:pk>/ablehnen/", claims.refuse, name="refuse_claim"),
    path("forderung/<int:pk>/wieder/", claims.again, name="propose_again"),
    path("forderung/<int:pk>/ausgegeben/", claims.given, name="give_round"),
    path("forderung/<int:pk>/verschieben/", claims.move, name="move_round"),
    path("forderung/<int:pk>/getraenk/", claims.drink, name="note_drink"),
    path("forderung/<int:pk>/in-euro/", claims.in_euros, name="turn_into_euros"),
    path("forderung/<int:pk>/erlassen/", claims.waive, name="waive_claim"),
    path("konto/<int:pk>/", accounts.account, name="account"),
    path("konto/<int:pk>/zahlung/", accounts.pay, name="pay"),
    path("mein-konto/", accounts.own_account, name="own_account"),
    path("mein-konto/stand/", accounts.balance, name="balance"),
    path("forderungen/", lists.claims, name="claims"),
    path("zahlungen/", lists.payments, name="payments"),
    path("buch/<slug:code>/", journal.journal, name="journal"),
    path("buch/<slug:code>/<int:year>/", journal.journal, name="journal_year"),
    path("buchung/<int:pk>/storno/", journal.storno, name="storno"),
    path("exporte/", exports.exports, name="exports"),
    path("exporte/tabellen/<slug:form>/", exports.stored, name="export_stored"),
    path("exporte/<slug:span>/", exports.exports, name="exports_of"),
    path("exporte/<slug:span>/journal/", exports.journal, name="export_journal"),
    path("exporte/<slug:span>/<slug:code>/<slug:form>/", exports.listing, name="export_list"),
    path("preise/", prices.prices, name="prices"),
    path("preise/neu/", prices.add, name="add_price"),
    path("preise/<int:pk>/ende/", prices.end, name="end_price"),
]
