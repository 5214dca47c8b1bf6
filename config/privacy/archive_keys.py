"""Decide for each key that leads to a person, in one step or several, what an archive holds by it.

A test refuses a key without a decision. A key to a login that is in none of these lists says who
did something: of that the archive holds the moments.
"""

from collections.abc import Mapping

HELD = "held"

# The row is the person's: it is held whole, and what hangs on it is looked at as well.
THEIRS: Mapping[str, tuple[str, ...]] = {
    # Who the person is, and how it is reached.
    "league.PersonDetails": ("person",),
    "league.FormerName": ("person",),
    "league.DetailValue": ("person",),
    "league.PostalAddress": ("person",),
    "league.Consent": ("person",),
    "league.Membership": ("person",),
    "league.MembershipCorrection": ("membership",),
    "league.Office": ("person",),
    "league.PersonMerge": ("kept",),
    "league.MergedRow": ("merge",),
    "league.OldTableLine": ("person",),
    "league.Invitation": ("person",),
    "league.JoinRequest": ("person",),
    "league.ImportedLine": ("person",),
    "privacy.DataRequest": ("person",),
    # The login and its devices.
    "account.EmailAddress": ("user",),
    "mfa.Authenticator": ("user",),
    "league.LoginSession": ("user",),
    "league.ReadToken": ("person",),
    "league.CalendarLink": ("person",),
    "league.PushDevice": ("person", "registration"),
    "league.Push": ("device",),
    # Mails, letters, reports.
    "league.DigestChoice": ("person",),
    "league.Digest": ("person",),
    "league.HeldMail": ("person",),
    "league.Letter": ("person", "invitation"),
    "league.Report": ("person",),
    "league.ReportSubscription": ("person",),
    "league.ReportMail": ("subscription", "report"),
    "league.Reminder": ("participation",),
    "league.Notice": ("participation",),
    "league.SeatMail": ("participation",),
    "league.RegistrationMail": ("registration",),
    # What was played.
    "league.Participation": ("person",),
    "league.AttendanceMark": ("participation",),
    "league.Registration": ("person", "participation"),
    "league.RegistrationRequest": ("registration",),
    "league.Seat": ("participation",),
    "league.Holder": ("seat",),
    "league.ResultLine": ("seat",),
    "games.SeatThrows": ("seat",),
    "games.SeatLuck": ("seat",),
    "league.Credit": ("participation",),
    "league.PlaceRow": ("participation",),
    "league.Placing": ("participation",),
    "league.StandingRow": ("person",),
    "league.StandingMove": ("person",),
    "league.PersonFigures": ("person",),
    "league.King": ("person",),
    "league.SquadMember": ("person",),
    "league.Charge": ("person",),
    "league.ChargeWithdrawal": ("charge",),
    # Meetings, and acts that waited for a second person.
    "league.AssemblyInvitation": ("person",),
    "league.AssemblyAttendance": ("person",),
    "league.BallotAbstention": ("person",),
    "league.Candidacy": ("person", "office"),
    "league.CandidateVotes": ("candidacy",),
    "league.Approval": ("person",),
    "league.ApprovalStep": ("approval",),
    "league.ApprovalText": ("approval",),
    # The till.
    "finance.Account": ("person",),
    "finance.Posting": ("account",),
    "finance.Claim": ("person", "charge"),
    "finance.ClaimHead": ("claim",),
    "finance.ClaimObjection": ("claim",),
    "finance.Deed": ("charge",),
    "finance.Payment": ("person",),
    "finance.Allocation": ("payment", "claim"),
    "finance.PaymentNotice": ("person", "payment"),
    "finance.Payout": ("person",),
    "finance.GivenRound": ("claim", "payment"),
    "finance.GivenHead": ("given",),
    "finance.RoundMove": ("claim",),
    "finance.Conversion": ("round", "claim", "waiver"),
    "finance.Deferral": ("person",),
    "finance.Instalment": ("deferral",),
    "finance.Excuse": ("person",),
    "finance.GuestAgreement": ("person",),
    "finance.DuesReduction": ("person",),
    "finance.Mandate": ("person",),
    "finance.Debit": ("mandate",),
    "finance.CreditTransfer": ("person",),
    "finance.Reminder": ("person", "fee_claim"),
    "finance.CloseSignature": ("person",),
    "finance.PeriodName": ("person",),
}
# The row names the person and belongs to another or to the club: it is held, and nothing that hangs
# on it.
NAMING: Mapping[str, tuple[str, ...]] = {
    "league.Event": ("host",),
    "league.Approval": ("proposed_by",),
    "league.ApprovalStep": ("by",),
    "league.Assembly": ("chaired_by", "kept_by"),
    "league.AgendaItem": ("proposed_by",),
    "league.Invitation": ("made_by",),
    "league.PersonMerge": ("absorbed",),
    "league.DifferentPeople": ("first", "second"),
    "league.SeatSwap": ("first", "other"),
    "finance.ClaimHead": ("person",),
    "finance.GivenHead": ("person",),
    "finance.Deed": ("cause",),
    "finance.DuesReduction": ("paid_by",),
}
# A phone that was held at the person's seat did something: the moments, as of a login.
DEEDS: Mapping[str, tuple[str, ...]] = {
    "league.LinkUse": ("holder",),
    "league.Result": ("entered_holder", "confirmed_holder"),
    "league.RefereeCall": ("holder",),
    "league.Objection": ("holder",),
    "games.Game": ("holder",),
    "games.Entry": ("holder",),
    "games.OtherVersion": ("holder",),
}
# Not held, with the reason.
LEFT_OUT: Mapping[str, str] = {
    "league.Person.user": "the person's own row: it is held as the first one",
    "privacy.Erasure.person": "an erased person takes no archive",
    "account.EmailConfirmation.email_address": "not used",
}
# One step up from what is theirs: the booking of a posting, with its words, papers and bank line.
ABOVE: Mapping[str, str] = {
    "finance.Transaction": "postings__account__person",
    "finance.TransactionText": "transaction__postings__account__person",
    "finance.VoucherText": "voucher__transactions__postings__account__person",
    "finance.BankLineText": "line__bookings__transaction__postings__account__person",
}
# Columns that name a person by number, seat or address and have no key. Held are those that
# `own_rows` reads; of the others there is the reason.
WITHOUT_KEY: Mapping[str, str] = {
    "games.Entry.data": HELD,
    "games.OtherVersion.events": HELD,
    "league.SecurityEntry.actor": HELD,
    "league.SecurityEntry.subject": HELD,
    "games.OtherVersion.header": "who played: the seats are held",
    "games.Game.header": "who played: the seats are held",
    "games.ScannedResult.content": "the result that was made of it is held",
    "league.Objection.log": "the result that it is about is held",
    "league.Draw.plan": "the seats that came of it are held",
    "league.Draw.rounds": "the seats that came of it are held",
    "league.Draw.tables": "the seats that came of it are held",
    "league.Draw.springers": "the seats that came of it are held",
    "league.TieDecision.order": "the places that came of it are held",
    "league.DirectedCall.answer": "of the program that called; words with the name are held",
    "league.Minutes.content": "of the meeting; that it names the person is held",
    "games.EntryNote.words": "of the game; words with the name are held",
    "games.OtherVersion.words": "of the game; words with the name are held",
    "finance.EveningClose.statement": "of the evening; the own postings are held",
    "finance.RowVersion.row_key": "digests of rows that are held themselves",
    "privacy.KeptRecord.row": "of erased people, who take no archive",
    "privacy.PossibleMention.row": "of erased people, who take no archive",
    "privacy.PossibleMention.path": "of erased people, who take no archive",
    "privacy.PossibleMention.spans": "of erased people, who take no archive",
}
# Columns of JSON and large numbers that name no person.
NOBODY = frozenset(
    {
        *("league.AssemblyRule.without_vote", "league.OldTable.columns", "league.Mail.headers"),
        *("league.Season.place_points", "league.TeamLeague.house_rules", "league.Tournament.team"),
        *("league.Tournament.plan", "league.Tournament.draft", "league.Draw.cost"),
        *("league.Draw.bound", "league.FormatTemplate.format", "finance.YearMatter.cents"),
        *("league.Block.settings", "league.Table.house_rules", "league.Standing.criteria"),
        *("league.Standing.wanted", "league.Standing.computed", "league.SeasonFigures.wanted"),
        *("league.SeasonFigures.computed", "league.Result.house_rules", "desk.DemoClub.done"),
        *("league.SecurityEntry.number", "league.SecurityMonth.last_number"),
        *("finance.Tariff.steps", "finance.Tariff.again", "finance.AuditSample.numbers"),
        *("finance.CashCount.expected", "finance.CashCount.counted", "finance.BankLine.cents"),
        *("finance.BankLine.done", "finance.BankBalance.cents", "finance.BankBooking.cents"),
        *("finance.JournalYear.balance", "finance.Transaction.id", "privacy.RetentionRun.counts"),
    }
)
