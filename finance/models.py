"""The records of the till. One file for each thing they are about."""

import finance.bank.models.bank
import finance.bank.models.notices
import finance.bank.models.rules
import finance.books.models.agreements
import finance.books.models.cashbook
import finance.books.models.catalogue
import finance.books.models.claims
import finance.books.models.deferrals
import finance.books.models.excuses
import finance.books.models.ledger
import finance.books.models.objections
import finance.books.models.own_accounts
import finance.books.models.payments
import finance.books.models.payouts
import finance.books.models.periods
import finance.books.models.rounds
import finance.books.models.settings
import finance.books.models.versions
import finance.books.models.vouchers
import finance.cash.models
import finance.close.models
import finance.dues.models
import finance.reminders.models
import finance.sepa.models
import finance.years.models
