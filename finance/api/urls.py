"""The till in the API, below `/api/`."""

from django.urls import path

from finance.api import own, till

urlpatterns = [
    path("account/", own.OwnAccountAPI.as_view(), name="own_account"),
    path("account/statement/", own.OwnStatementAPI.as_view(), name="own_statement"),
    path("catalogue/", till.CatalogueAPI.as_view(), name="catalogue"),
    path("evenings/<int:pk>/rounds/", till.RoundsDueAPI.as_view(), name="rounds"),
    path("till/", till.TillFrontAPI.as_view(), name="till"),
    path("till/accounts/<int:pk>/", till.AccountAPI.as_view(), name="account"),
    path("till/accounts/<int:pk>/statement/", till.StatementAPI.as_view(), name="statement"),
    path("till/claims/", till.ClaimsAPI.as_view(), name="claims"),
    path("till/debtors/", till.DebtorsAPI.as_view(), name="who_pays"),
    path("till/journals/<slug:code>/<int:year>/", till.JournalAPI.as_view(), name="journal"),
    path("till/payments/", till.PaymentsAPI.as_view(), name="payments"),
    path("till/rounds/", till.AllRoundsAPI.as_view(), name="all_rounds"),
    path("till/vouchers/<int:year>/", till.VouchersAPI.as_view(), name="vouchers"),
    path("till/years/", till.YearsAPI.as_view(), name="years"),
]
