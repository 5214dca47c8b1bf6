"""Decide for each column that names a person what a merge does to it.

A test refuses a column without a decision.
"""

# The row is the other record's from then on, and that it was is written down.
MOVED = (
    *("league.Participation.person", "league.Registration.person", "league.SquadMember.person"),
    *("league.Event.host", "league.Membership.person", "league.Office.person"),
    *("league.OldTableLine.person", "league.FormerName.person"),
)
# Moved if the record that stays has none itself; else it stays as it was said.
FILLED_IN = (
    *("league.PersonDetails.person", "league.DetailValue.person", "league.PostalAddress.person"),
)
# Ends with the record, by the column that says since when.
CLOSED = {
    "league.ReadToken.person": "revoked_at",
    "league.CalendarLink.person": "revoked_at",
    "league.ReportSubscription.person": "stopped_at",
    "league.Invitation.person": "done_at",
}
# Goes with the record.
DROPPED = ("league.HeldMail.person", "league.PushDevice.person")
# Stays as it was written: bookings, signatures, decisions, mails. If they count for a person they
# count for the record that stays (`PersonMerge.objects`).
STAYS = frozenset(
    {
        *("league.Approval.person", "league.Approval.proposed_by", "league.ApprovalStep.by"),
        *("league.Invitation.made_by", "league.Letter.person", "league.Digest.person"),
        *("league.DigestChoice.person", "league.Report.person", "league.Consent.person"),
        *("league.ImportedLine.person", "league.JoinRequest.person", "league.Charge.person"),
        # Invitations, attendance, candidacies, the chair: the minutes of a meeting are signed.
        *("league.Assembly.chaired_by", "league.Assembly.kept_by", "league.Candidacy.person"),
        *("league.AgendaItem.proposed_by", "league.AssemblyInvitation.person"),
        *("league.AssemblyAttendance.person", "league.BallotAbstention.person"),
        # A new version crowns the record that stays.
        "league.King.person",
        # Computed anew, but for seasons that are closed.
        *("league.StandingRow.person", "league.StandingMove.person", "league.PersonFigures.person"),
        *("league.PersonMerge.absorbed", "league.PersonMerge.kept"),
        *("league.DifferentPeople.first", "league.DifferentPeople.second"),
        # The books: the balance of the account is carried over by a booking.
        *("finance.Account.person", "finance.Claim.person", "finance.ClaimHead.person"),
        *("finance.Payment.person", "finance.PaymentNotice.person", "finance.Payout.person"),
        *("finance.GuestAgreement.person", "finance.Deed.cause", "finance.Deferral.person"),
        *("finance.Excuse.person", "finance.PeriodName.person", "finance.GivenHead.person"),
        *("finance.CloseSignature.person", "finance.Reminder.person", "finance.Mandate.person"),
        *("finance.DuesReduction.person", "finance.DuesReduction.paid_by"),
        "finance.CreditTransfer.person",
        *("privacy.DataRequest.person", "privacy.Erasure.person"),
    }
)
