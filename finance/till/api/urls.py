"""The till in the API, below `/api/`."""

from django.urls import path

from finance.bank import api as bank
from finance.receipts import api as receipts
from finance.till.api import books, club, evenings, own, records, till
from finance.years import api as years

urlpatterns = [
    path("account/", own.own_account, name="own_account"),
    path("account/objections/", records.own_objections, name="own_objections"),
    path("account/statement/", own.own_statement, name="own_statement"),
    path("account/transfer/", own.own_transfer, name="own_transfer"),
    path("catalogue/", club.catalogue, name="catalogue"),
    path("evenings/<int:pk>/close/", evenings.close, name="close"),
    path("evenings/<int:pk>/deeds/", club.deeds, name="deeds"),
    path("evenings/<int:pk>/rounds/", till.rounds_due, name="rounds"),
    path("evenings/<int:pk>/rounds/given/", evenings.rounds_given, name="given"),
    path("objections/", records.objections, name="objections"),
    path("objections/decided/", records.decided_objections, name="decided"),
    path("objections/<int:pk>/", records.claim_objection, name="objection"),
    path("till/", till.till_front, name="till"),
    path("till/accounts/<int:pk>/", till.account, name="account"),
    path("till/accounts/<int:pk>/statement/", till.statement, name="statement"),
    path("till/agreements/", club.agreements, name="agreements"),
    path("till/bank/", bank.bank, name="bank"),
    path("till/bank/accounts/", bank.bank_accounts, name="bank_accounts"),
    path("till/bank/files/", bank.bank_files, name="bank_files"),
    path("till/bank/files/<int:pk>/", bank.bank_file, name="bank_file"),
    path("till/bank/lines/", bank.bank_lines, name="bank_lines"),
    path("till/bank/lines/<int:pk>/", bank.bank_line, name="bank_line"),
    path("till/bookings/<int:pk>/", records.booking, name="booking"),
    path("till/bookings/<int:pk>/audit/", years.audited_booking, name="audited"),
    path("till/bookings/<int:pk>/reversal/", records.reversal, name="reversal"),
    path("till/bookings/unvouched/", books.without_voucher, name="without_voucher"),
    path("till/claims/", till.claims, name="claims"),
    path("till/claims/<int:pk>/", records.claim, name="claim"),
    path("till/counts/", books.counts, name="counts"),
    path("till/debtors/", till.debtors, name="who_pays"),
    path("till/dues/", club.dues, name="dues"),
    path("till/evenings/<int:pk>/", evenings.proposals, name="evening"),
    path("till/figures/<int:year>/", books.till_figures, name="figures"),
    path("till/journals/", books.journals, name="journals"),
    path("till/journals/<slug:code>/<int:year>/", till.journal, name="journal"),
    path("till/openings/", books.openings, name="openings"),
    path("till/payments/", till.payments, name="payments"),
    path("till/periods/", books.periods, name="periods"),
    path("till/receipts/", receipts.receipts, name="receipts"),
    path("till/rounds/", till.all_rounds, name="all_rounds"),
    path("till/rounds/decisions/", evenings.round_decisions, name="round_decisions"),
    path("till/tournaments/<int:pk>/", evenings.tournament_money, name="tournament"),
    path("till/voucher/<int:pk>/", records.voucher, name="voucher"),
    path("till/vouchers/<int:year>/", till.vouchers, name="vouchers"),
    path("till/years/", till.years, name="years"),
    path("till/years/<int:year>/", years.year, name="year"),
    path("till/years/<int:year>/audit/", years.audit, name="audit"),
    path("till/years/<int:year>/audit/bookings/", years.audit_bookings, name="audit_bookings"),
]
