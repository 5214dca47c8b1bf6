"""The order in which rows are locked, one list for the whole product.

Two transactions that lock the same two rows in two orders wait for each other, and PostgreSQL ends
one of them. So a service locks from the top of this list to its end: rows of one kind together, in
the order of their keys. A change of a row locks it as `select_for_update` does. What is not named
here is changed, and never locked by itself, only under a lock of the row above it: a seat under its
block, a claim under the accounts of its person.

The suite reads each statement on PostgreSQL and holds the services against this list
(`tests/plugins/locks.py`); `docs/locks.md` says the reasons. Standard library only: the kinds are
labels of models, for the list is below the apps.
"""

# Rows of `ContentType`, each locked in place of a table that has no row of its own to lock.
FOUNDING, SECURITY_LOG = "the people of the club", "the security log"
# The account of a person is locked before a booking, the other accounts after it.
ACCOUNT_OF_A_PERSON = "finance.Account of a person"

ORDER = (
    "desk.DemoClub",
    # a text that is decided on, in any table
    "privacy.PossibleMention",
    # the club and who comes in
    FOUNDING,
    "league.Club",
    "league.ClubInvitation",
    "league.MembershipKind",
    "league.DetailField",
    "league.PeopleImport",
    "league.JoinRequest",
    "league.RegistrationRequest",
    "league.Approval",
    "league.Assembly",
    "league.Person",
    "league.Invitation",
    "league.Office",
    # play
    "league.Season",
    "league.TeamLeague",
    "league.SquadMember",
    "league.Match",
    "league.Tournament",
    "league.Block",
    "league.Table",
    "games.Game",
    "league.Participation",
    # counts of it
    "league.SeasonFigures",
    "league.Standing",
    # its costs: an event is locked for its claims
    "finance.Tariff",
    "finance.DuesRate",
    "league.Event",
    "league.Notice",
    "league.GameTime",
    "league.TableLink",
    "league.WallLink",
    "finance.YearEnd",
    ACCOUNT_OF_A_PERSON,
    "finance.Transaction",
    "finance.ClubAccount",
    "finance.BankImport",
    "finance.BankLine",
    # heads of numbered and chained rows: short, and last
    "finance.VoucherYear",
    "finance.JournalYear",
    "finance.Account",
    "finance.PaymentNotice",
    SECURITY_LOG,
    # of one person or device; nothing else is locked beside them
    "league.OldTable",
    "league.PushDevice",
    "league.ReportSubscription",
)

# Exceptions with another order: the later kind that is held, and the earlier one after it. A ring
# of these PostgreSQL ends, and `config/repeating.py` answers again.
LEFT = {
    # One's own payment is proposed to a second person after it was booked.
    ("finance.JournalYear", "league.Person"),
    ("finance.Account", "league.Person"),
}
