"""Decide for every address, every method and every actor.

Read a line as „this address, asked in this way, about this object, follows that rule“. A rule names
the actors who may; all others get the answer of `logged_out` or `others`. The same rules are the
table in docs/rights.md. To add a route: find its rule, or decide upon a new one.

What the answers mean: `yes` (it is shown, or done), `login` (asked to log in), `forbidden` (403),
`hidden` (404, as if it did not exist), `over` (403: this phone's link no longer holds), `gone`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from tests.rights.actors import ACTORS

# --- who ------------------------------------------------------------------------------------
ALL = frozenset(ACTORS)
ENDED = frozenset({"phone_ended", "phone_revoked"})
NOT_LOGGED_IN = frozenset({"stranger", "inactive", "phone", "phone_elsewhere"}) | ENDED
LOGGED_IN = ALL - NOT_LOGGED_IN
PERSONS = LOGGED_IN - {"unknown"}
MEMBERS = PERSONS - {"guest_here", "guest_tonight", "guest_other", "left"}
OUTSIDE = PERSONS - MEMBERS - {"guest_here", "guest_tonight"} | {"unknown"}
OF_THE_EVENING = MEMBERS | {"guest_here", "guest_tonight"}

RUN = frozenset({"chair", "treasurer", "secretary", "referee", "director"})
RULE = frozenset({"chair", "referee", "director"})
KEEP = frozenset({"chair", "secretary"})
DIRECT = frozenset({"chair", "director"})
HOLD = frozenset({"phone", "member_phone"})
PLAY = RUN | HOLD | {"member_here", "guest_here"}
LOOK = PLAY | OF_THE_EVENING

OVER = dict.fromkeys(ENDED, "over")


@dataclass(frozen=True)
class Rule:
    """One deed and the actors who may do it. `but` are exceptions to `logged_out` and `others`."""

    deed: str
    may: frozenset[str]
    logged_out: str = "login"
    others: str = "forbidden"
    but: dict[str, str] = field(default_factory=dict)

    def answer(self, actor: str) -> str:
        if actor in self.may:
            return "yes"
        otherwise = self.logged_out if actor in NOT_LOGGED_IN else self.others
        return self.but.get(actor, otherwise)


def page(deed: str, may: Iterable[str], others: str = "forbidden") -> Rule:
    """Return the rule of a page behind the login."""
    return Rule(deed, frozenset(may), others=others)


def at_table(deed: str, may: Iterable[str]) -> Rule:
    """Return the rule of a page of a table: forbidden to those who see it, hidden from others."""
    sees = dict.fromkeys(LOOK, "forbidden")
    return Rule(deed, frozenset(may), others="hidden", but={**sees, **OVER})


def api(deed: str, may: Iterable[str], sees: Iterable[str] = LOOK) -> Rule:
    """Return the rule of an endpoint at a table; without a login it is hidden."""
    told = dict.fromkeys(sees, "forbidden")
    return Rule(deed, frozenset(may), logged_out="hidden", others="hidden", but={**told, **OVER})


# --- what -----------------------------------------------------------------------------------
EVERYBODY = Rule(
    "Start page, the club and its imprint, values of a rulebook, logging in, look and language", ALL
)
NOBODY = Rule("Logging in by a click where it is no demo", frozenset(), "hidden", "hidden")
NOTHING = Rule("An address of the API that is none", frozenset(), "hidden", "hidden")
OWN = page("One's own record: memberships and offices", PERSONS, "hidden")
OWN_ACCOUNT = page("One's own account", PERSONS, "hidden")
OTHERS_NOTICE = page("Take back what another announced", [], "hidden")
OWN_TOKENS = page("One's own access for programs: make it, revoke it", PERSONS)
OWN_TOKEN = replace(OWN_TOKENS, others="hidden")
OTHERS_TOKEN = page("Revoke the access of another's program", [], "hidden")
SEE_MAILS = page(
    "See which mails have not gone out, send one once more, stop it",
    {"chair", "treasurer", "secretary"},
)
OWN_MAILS = page("See and say which mails come at once, once a day or not at all", PERSONS)
PRINT_LETTERS = page(
    "Print letters to whoever has no mail address: to people, or about money, each by its office",
    {"chair", "treasurer", "secretary"},
    "hidden",
)
# A batch of letters about money.
PRINT_MONEY = page("Print letters about money", {"treasurer"}, "hidden")
READ_SECURITY = page("Read the security log", {"chair", "treasurer", "secretary", "auditor"})
READ_RIGHTS = page("Read who may do what, and why", {"chair", "treasurer", "secretary", "auditor"})
OWN_RIGHTS = page("Read what one may oneself, and why", PERSONS)
OWN_DEVICES = page("See on what one is logged in, log it out, prove again who one is", LOGGED_IN)
OWN_PASSKEYS = page("See one's own passkeys, add one, remove it", LOGGED_IN)
OTHERS_PASSKEY = page("Remove the passkey of another", [], "hidden")
LOGIN_LINK = Rule("Log in by the link that the operator made on the server, once", ALL)
OWN_ADDRESS = page("Change the address one logs in with, by a code sent to the new one", PERSONS)
# An act in an own matter: here the chair made himself treasurer.
SEE_APPROVAL = page(
    "See what somebody decided in an own matter, as whoever proposed or may confirm it, or audits",
    RUN | {"auditor"},
    "hidden",
)
SECOND_PERSON = replace(
    SEE_APPROVAL,
    deed="Confirm or refuse it as the second person: another officer, where there is one",
    may=RUN - {"chair"},
    but={"chair": "forbidden", "auditor": "forbidden"},
)
WITHDRAW_OWN = replace(
    SECOND_PERSON,
    deed="Withdraw what waits for a second person",
    may=frozenset({"chair"}),
    but=dict.fromkeys(RUN | {"auditor"}, "forbidden"),
)
FRIENDS = Rule("A game among friends, which stays on the phone", ALL)
HAND_IN = page("See at which tables one may enter such a game oneself", LOGGED_IN)
OWN_EVENINGS = page("The list of the evenings one may see", LOGGED_IN)

SEE_EVENING = page("An evening: who is there, tables, seats, rulebook", OF_THE_EVENING, "hidden")
CROWN = page("Crown the König, say which late cards count", RUN)
REPLY = page("Say whether one comes oneself", OF_THE_EVENING, "hidden")
OWN_CALENDAR = page("One's own calendar link and reminders", PERSONS)
FEED = Rule("Read the calendar behind a secret link; end mails by the link in one", ALL)
INVITED = Rule("Open an invitation; where one has no login, name the address for it", ALL)
INVITED_OVER = Rule("Use an invitation that was withdrawn", frozenset(), "gone", "gone")
PAY_BY_LINK = Rule("See how much to pay and where to, behind the link of a reminder", ALL)
PAY_FORGED = Rule("Use a link of a reminder that is not ours", frozenset(), "hidden", "hidden")
CLUB_FEED = Rule("Read the calendar of what the club makes public", ALL)
FEED_OVER = Rule("Read a calendar whose link was revoked", frozenset(), "gone", "gone")
FEED_FORGED = Rule("Use a calendar or mail link not ours", frozenset(), "hidden", "hidden")
SEE_PUBLIC = Rule("A public evening: names, tables, who lost", ALL)
SHOW_WALL = page("Put an evening on the wall: make its link, revoke it", RUN, "hidden")
SHOW_CLUB_WALL = page("Put whatever is on in the clubhouse on the wall", RUN)
CEREMONY = page("Hide results on the wall, step through the ceremony", RULE, "hidden")
WALL = Rule("See the screen on the wall by its secret link, or of a public evening", ALL)
WALL_WAY = Rule("Type the code of a screen, or be led to the page of its link", ALL)
WALL_NONE = Rule(
    "See the wall by a revoked link, or of no public evening", frozenset(), "hidden", "hidden"
)
SEE_CLUB = page("The season's table and the other people", MEMBERS, "hidden")
SEE_GUESTS = page("Whoever is known from tournaments alone, by the full name", RUN, "hidden")
SHOW_ONESELF = page("Say how the public sees oneself", PERSONS, "hidden")
OWN_POSTAL = page("Read and change one's own postal address", PERSONS, "hidden")
KEEP_POSTAL = page("Read and change anybody's postal address", KEEP, "hidden")
SHOW_ANOTHER = page("Say how the public sees somebody who can log in", [], "hidden")
SHOW_ABSENT = page("Say how the public sees somebody without a login", KEEP, "hidden")
SEE_OPEN = Rule("The season's table, the year's and the all-time one, where they are public", ALL)
OWN_DETAILS = page("Read and change one's own details", PERSONS, "hidden")
KEEP_DETAILS = page("Read and change anybody's details", KEEP, "hidden")
SEE_PHOTO = page("The photo of somebody, as the club decided who sees it", MEMBERS, "hidden")
OWN_DATA = page("Take one's own data along, object, ask to be erased", PERSONS, "hidden")
KEEP_DATA = page("Take anybody's data along, note an objection", KEEP, "hidden")
ASK_OTHERS = page("Ask for the erasure of somebody else", [], "hidden")
ERASE = page("See what erasing somebody does, and do it", KEEP)
DECIDE_TEXTS = page("See texts that may mean an erased person, and take the words out", KEEP)
MERGE = page("See who is in the list twice, see what merging two records does, and do it", KEEP)
KEPT = page("See what the books keep of erased people", {"chair", "treasurer", "auditor"}, "hidden")
RETENTION = page("Say how long what is kept, see what the nights let go", {"chair"})
OPEN_CLUB = page("Say who the club is, and what it lets everybody see", {"chair"})
KEEP_LIST = page(
    "Invite the people of a list, take it back, decide on who asks to join", KEEP, "hidden"
)
BOOK_LIST = replace(
    KEEP_LIST,
    deed="Book what the people of a list owed before",
    may=frozenset({"treasurer"}),
    but=dict.fromkeys(KEEP, "forbidden"),
)
LIST_CLUB = page(SEE_CLUB.deed, MEMBERS)
CLOSE_SEASON = page("Say how a season counts, close it, open it again", {"chair"})
KEEP_CLUB = page("Admit people, rename, memberships and their kinds, offices, logins", KEEP)
RUN_EVENING = page("Open or plan evenings, attendance, guests, tables, seats, publish it", RUN)
AGREE = Rule("Agree on rulebook and house rules", RUN, but=dict.fromkeys(OUTSIDE, "hidden"))
BREACHES = page("See all charges of an evening, add one, take it back", RUN)
SEE_CUP = Rule("A public tournament: programme, tables, standings, games, draws", ALL)
SEE_CUP_INSIDE = page("See a tournament of the club alone", MEMBERS, "hidden")
OWN_CUP = Rule("See a tournament of the club alone by the address of one's registration", ALL)
UNRELEASED = Rule("See a draw before it is released", frozenset(), "hidden", "hidden")
REGISTER = Rule("Register for a public tournament", ALL)
CONFIRM = Rule("Confirm a registration by the link in the mail", ALL)
OWN_REQUEST = Rule("See what one sent to the open form, and take it back, by its address", ALL)
REGISTER_INSIDE = page("Register for a tournament of the club alone", MEMBERS, "hidden")
OWN_REGISTRATION = Rule("One's own page of a tournament, behind a secret address", ALL)
DESK = page("The desk of a tournament: check in, who is who, teams, guests, waiting list", RUN)
LIST_CUPS = Rule("The list of the tournaments one may see", ALL)
CARD_PHOTOS = page("Photos of a tournament’s paper cards: add, see, delete", RUN, "hidden")
CONTROL = page(
    "A tournament's control page: tables, which cards are out, hand one in", RUN, "hidden"
)
WRITES_CUP = replace(CONTROL, deed="The desk of a tournament in the API: guests, check-in, cards")
DIRECTS_CUP = Rule("The steps of a round in the API", DIRECT, others="hidden")
PAPERS = page("Print a tournament's cards, plan, ranking and certificates", RUN, "hidden")
DIRECTED = page("Direct a tournament: set up, draw, release, decide, close", DIRECT, "hidden")
FOUND_CUP = page(DIRECTED.deed, DIRECT)
# Of the two teams of the matrix one member is captain of each; one of them is a guest.
CAPTAINS = frozenset({"member_here", "guest_tonight"})
IN_A_LEAGUE = MEMBERS | CAPTAINS
SEES_LEAGUE = dict.fromkeys(IN_A_LEAGUE, "forbidden")
LIST_LEAGUES = page("The list of the leagues of teams one may see", LOGGED_IN)
SEE_LEAGUE = page("A league of teams: table, fixtures, squads, match sheets", IN_A_LEAGUE, "hidden")
OPEN_LEAGUE = Rule(
    "A league of teams without its squads, where the club's standings are public", ALL
)
LEAD_LEAGUE = Rule(
    "Lead a league of teams: teams, fixtures, move a match, give it away, sign for paper",
    DIRECT,
    others="hidden",
    but=SEES_LEAGUE,
)
FOUND_LEAGUE = page("Found a league of teams", DIRECT)
KEEP_SQUAD = replace(
    LEAD_LEAGUE, deed="Say who is in a team, and who its captains are", may=DIRECT | {"member_here"}
)
FILL_SHEET = replace(
    LEAD_LEAGUE,
    deed="Fill in a match sheet: line-up, substitutes, sets, fines; print it",
    may=RUN | CAPTAINS,
)
SIGN_SHEET = replace(LEAD_LEAGUE, deed="Sign a match sheet as the captain of a team", may=CAPTAINS)
# Members' meetings
BOARD = frozenset({"chair", "treasurer", "secretary"})
LIST_MEETINGS = page("The list of the members' meetings", MEMBERS)
SEE_MEETING = page(
    "A members' meeting: its agenda; what was decided and the minutes once they are released",
    MEMBERS,
    "hidden",
)
HAND_IN_MOTION = replace(SEE_MEETING, deed="Hand in a motion to a meeting, withdraw an own one")
CALL_MEETING = Rule(
    "Call a meeting: agenda, invitation, calling it off; enter who takes an office by election",
    KEEP,
    others="hidden",
    but=dict.fromkeys(MEMBERS, "forbidden"),
)
CALL_NEW = page(CALL_MEETING.deed, KEEP)
SET_STATUTES = page("Say what the statutes ask of meetings", {"chair"})
RUN_MEETING = replace(
    CALL_MEETING,
    deed="Run a meeting: who is there, count hands, write, sign and release the minutes",
    may=BOARD,
)
LINKS = page("Links and cards of tables: make, print, revoke, see who held a phone", RUN)
LINKS_ELSEWHERE = page("Revoke a link by the page of another table", [])
LINKS_ELSEWHERE = replace(LINKS_ELSEWHERE, but=dict.fromkeys(RUN, "hidden"))

LOOK_AT_TABLE = at_table("Look on at a table: game, cards, results, who signed", LOOK)
SCORE = at_table("Score at a table: games, cards, corrections, call a referee", PLAY)
WHOLE_CARD = at_table("Type in a table's whole paper card at a tournament", RUN)
LOCKED_BLOCK = at_table("Correct what is written at a table of a block that is locked", RULE)
API_LOCKED = api(LOCKED_BLOCK.deed, RULE)
DECIDE = at_table("Overrule a result at a tournament", DIRECT)
EYES = at_table("Confirm a result of another, report a problem", PLAY)
RULE_GAMES = page("Rule: on problems, on calls", RULE, "hidden")
REFEREES = page("The referees' page", RULE)
OPEN_CONFIRMED = at_table("Correct what two people confirmed; rulings in a game", RULE)
HOLD_PHONE = Rule("Say anew who holds the phone", HOLD, "hidden", "hidden", OVER)
OPEN_LINK = Rule("Open a table's link and say who holds the phone", ALL)
OPEN_OVER = Rule("Open a link that was revoked or has ended", frozenset(), "gone", "gone")
OPEN_FORGED = Rule("Open a link that is not ours", frozenset(), "forbidden", "forbidden")

API_LOOK = api(LOOK_AT_TABLE.deed, LOOK)
API_SCORE = api(SCORE.deed, PLAY)
API_EYES = api(EYES.deed, PLAY)
API_RULE = api(OPEN_CONFIRMED.deed, RULE)
# At a public evening looking on needs no login; a phone whose link is over hears just that.
PUBLIC_TABLE = Rule("A public evening: the game as it stands", ALL - ENDED, but=OVER)
PUBLIC_INSIDE = api(LOOK_AT_TABLE.deed, LOOK, sees=ALL)
PUBLIC_BESIDE = Rule(LOOK_AT_TABLE.deed, LOOK, "forbidden", "forbidden", OVER)
PUBLIC_CARD = api(LOOK_AT_TABLE.deed, LOOK)

# Those who run the evening call the rounds up; a given one is a booking all the same.
SEE_ROUNDS = page("See which rounds of drinks are due at an evening", RUN | {"auditor"}, "hidden")
OBJECT = page("Object to a claim about oneself", PERSONS, "hidden")
SEE_OBJECTIONS = page(
    "See who objects to a claim, and what was decided", {"treasurer", "chair", "auditor"}, "hidden"
)
RULE_OBJECTIONS = replace(
    SEE_OBJECTIONS,
    deed="Decide about objections to claims",
    may=frozenset({"treasurer", "chair"}),
    but={"auditor": "forbidden"},
)
READ_CATALOGUE = page("Read what is fined in this club, and on what ground", MEMBERS, "hidden")
# The chair hears how the club lets him read along; until then he does not.
TOLD = {"chair": "forbidden"}
READ_TILL = page("Read all accounts, claims, the books", {"treasurer", "auditor"}, "hidden")
READ_TILL = replace(READ_TILL, but=TOLD)
TAKE_ALONG = replace(READ_TILL, deed="Take the whole till along as files")
SEE_SETTINGS = page(
    "See how the till is kept: simple or whole, who sees the balance, whether the chair reads",
    {"treasurer", "chair", "auditor"},
    "hidden",
)
SET_TILL = replace(
    SEE_SETTINGS,
    deed="Decide how the till is kept",
    may=frozenset({"treasurer", "chair"}),
    but={"auditor": "forbidden"},
)
POST = Rule(
    "Post: confirm, refuse, waive, take payments, give rounds, reverse, keep the catalogue",
    frozenset({"treasurer"}),
    others="hidden",
    but={"auditor": "forbidden"} | TOLD,
)
# The end of a year: the chair sees its figures and no one's account.
SEE_YEARS = page(
    "How a year ended: figures, steps, the auditors' report", {"treasurer", "auditor", "chair"}
)
SEE_YEARS = replace(SEE_YEARS, others="hidden")
GIVE_BACK = replace(SEE_YEARS, deed="Give a year back before it is audited, with a reason")
PRESIDE = Rule(
    "Confirm a year for the board, enter the discharge",
    frozenset({"chair"}),
    others="hidden",
    but={"treasurer": "forbidden", "auditor": "forbidden"},
)
AUDIT = Rule(
    "Audit: draw a sample, mark bookings, note findings, sign a year",
    frozenset({"auditor"}),
    others="hidden",
    but={"treasurer": "forbidden"} | TOLD,
)
ANSWER_AUDIT = replace(POST, deed="Answer what the auditors ask about a booking")

# An evening's close: read where the till is read, and signed by another who was there.
THERE = frozenset({"member_here", "member", "member_phone"})
SEE_CLOSE = page(
    "See the figures of an evening's close that waits for a signature",
    THERE | {"treasurer", "auditor"},
    "hidden",
)
READ_CLOSE = page("Read the paper of a signed evening", {"treasurer", "auditor"}, "hidden")
COSIGN = Rule(
    "Sign an evening's close as the second, if one was there",
    THERE,
    others="hidden",
    but={"treasurer": "forbidden", "auditor": "forbidden"},
)

# Reports: members, the own year in review, and the till's where its pages are read.
SEE_REPORTS = page("Reports about the club: ask, read, get by mail", MEMBERS, "hidden")

# --- where ----------------------------------------------------------------------------------
DECISIONS: dict[str, Rule] = {
    # The desk and the login
    "home GET": EVERYBODY,
    "found POST": EVERYBODY,  # leads to the start page, once there is a club
    "theme POST": EVERYBODY,
    "manifest GET": EVERYBODY,
    "worker GET": EVERYBODY,
    "without_network GET": EVERYBODY,
    "robots GET": EVERYBODY,
    "security_txt GET": EVERYBODY,
    "set_language POST": EVERYBODY,
    "account_login GET": EVERYBODY,
    "account_login POST": EVERYBODY,
    "account_request_login_code GET": EVERYBODY,
    "account_request_login_code POST": EVERYBODY,
    "account_confirm_login_code GET": EVERYBODY,
    "account_confirm_login_code POST": EVERYBODY,
    "account_inactive GET": EVERYBODY,
    "account_logout GET": EVERYBODY,
    "account_logout POST": EVERYBODY,
    "demo_login POST": NOBODY,
    "demo_login POST in the demo": EVERYBODY,
    # What the API says about itself
    "api_page GET": EVERYBODY,
    "api_schema GET": EVERYBODY,
    "api_yaml GET": EVERYBODY,
    **{f"api_nothing {phrase}": NOTHING for phrase in ("GET", "POST", "PUT", "PATCH", "DELETE")},
    # Reports
    "reports GET": SEE_REPORTS,
    "ask_report POST": SEE_REPORTS,
    "report_mails POST": SEE_REPORTS,
    "report GET": SEE_REPORTS,
    "report_again POST": SEE_REPORTS,
    "report_file GET": SEE_REPORTS,
    "no_report_mails GET": FEED,
    "no_report_mails POST": FEED,
    "no_report_mails POST of a forged link": FEED_FORGED,
    # The evening's close
    "close_evening GET": READ_TILL,
    "close_paper GET": READ_CLOSE,
    "cosign_evening GET": SEE_CLOSE,
    "cosign_evening POST": COSIGN,
    "close_confirm POST": POST,
    "close_average POST": POST,
    "close_no_shows POST": POST,
    "close_excuse POST": POST,
    "close_charge_after_all POST": POST,
    "close_give POST": POST,
    "close_pay POST": POST,
    "close_pay_all POST": POST,
    "close_pay_other POST": POST,
    "close_count POST": POST,
    "close_sign POST": POST,
    "finance:counts GET": READ_TILL,
    "finance:add_count POST": POST,
    # Evenings
    "league:evenings GET": OWN_EVENINGS,
    "league:new_evening GET": RUN_EVENING,
    "league:new_evening POST": RUN_EVENING,
    "games:tonight GET": RUN_EVENING,
    "games:tonight POST": RUN_EVENING,
    "league:series GET": RUN_EVENING,
    "league:series POST": RUN_EVENING,
    "league:details GET": RUN_EVENING,
    "league:details POST": RUN_EVENING,
    "league:details POST to another day": RUN_EVENING,
    "league:evening GET": SEE_EVENING,
    "league:evening_table GET": SEE_EVENING,
    "league:evening GET of a public evening": SEE_PUBLIC,
    "league:publish POST": RUN_EVENING,
    "league:event_wall GET": SHOW_WALL,
    "league:event_wall POST": SHOW_WALL,
    "league:club_wall GET": SHOW_CLUB_WALL,
    "league:club_wall POST": SHOW_CLUB_WALL,
    "league:ceremony POST": CEREMONY,
    "games:wall GET": WALL_WAY,
    "games:wall GET of a public evening": WALL,
    "games:wall_code GET": WALL_WAY,
    "games:wall_picture GET": WALL_NONE,
    "games:wall_picture GET of a public evening": WALL,
    "games:wall_by_link GET": WALL,
    "games:wall_by_link GET of a revoked link": WALL_NONE,
    "games:wall_link_picture GET": WALL,
    "games:wall_link_picture GET of a revoked link": WALL_NONE,
    "league:cancel POST": RUN_EVENING,
    "league:cancel POST back": RUN_EVENING,
    "league:kings GET": LIST_CLUB,
    "league:crown POST": CROWN,
    "league:in_time POST": CROWN,
    "league:reply POST": REPLY,
    "league:reply_for POST": RUN_EVENING,
    "league:calendar GET": OWN_CALENDAR,
    "league:calendar POST": OWN_CALENDAR,
    "league:read_tokens GET": OWN_TOKENS,
    "league:read_tokens POST": OWN_TOKENS,
    "league:revoke_token POST of oneself": OWN_TOKEN,
    "league:revoke_token POST of another": OTHERS_TOKEN,
    "all_rights GET": READ_RIGHTS,
    "own_rights GET": OWN_RIGHTS,
    "my_mails GET": OWN_MAILS,
    "my_mails POST": OWN_MAILS,
    "league:remove_push_device POST": OWN_MAILS,
    "league:letters GET": PRINT_LETTERS,
    "league:letters POST": PRINT_LETTERS,
    "league:letters_file GET": PRINT_MONEY,
    "league:outbox GET": SEE_MAILS,
    "league:decide_mail POST": SEE_MAILS,
    "league:security_log GET": READ_SECURITY,
    "league:devices GET": OWN_DEVICES,
    "league:devices POST": OWN_DEVICES,
    "passkeys GET": OWN_PASSKEYS,
    "passkeys POST": OWN_PASSKEYS,
    "remove_passkey POST of oneself": OWN_PASSKEYS,
    "remove_passkey POST of another": OTHERS_PASSKEY,
    "passkey_login GET": EVERYBODY,
    "passkey_login POST": EVERYBODY,
    "league:prove GET": OWN_DEVICES,
    "league:prove POST": OWN_DEVICES,
    "league:read_out GET": INVITED,
    "league:read_out POST": INVITED,
    "league:login_link GET": LOGIN_LINK,
    "league:login_link POST": LOGIN_LINK,
    "league:own_address GET": OWN_ADDRESS,
    "league:own_address POST": OWN_ADDRESS,
    "league:own_address POST with the code": OWN_ADDRESS,
    "league:approval GET": SEE_APPROVAL,
    "league:decide_approval POST": SECOND_PERSON,
    "league:decide_approval POST to refuse": SECOND_PERSON,
    "league:decide_approval POST to withdraw": WITHDRAW_OWN,
    "league:feed GET": FEED,
    "league:club_feed GET": CLUB_FEED,
    "league:feed GET of a revoked link": FEED_OVER,
    "league:feed GET of a forged link": FEED_FORGED,
    "league:invitation GET": INVITED,
    "league:invitation POST": INVITED,
    "league:invitation GET of a withdrawn one": INVITED_OVER,
    "league:invitation POST of a withdrawn one": INVITED_OVER,
    "league:invitation GET of a forged link": FEED_FORGED,
    "league:no_reminders GET": FEED,
    "league:no_reminders POST": FEED,
    "league:no_reminders POST of a forged link": FEED_FORGED,
    "league:add_guest POST": RUN_EVENING,
    "league:add_table POST": RUN_EVENING,
    "league:attendance POST": RUN_EVENING,
    "league:attendance_list GET": RUN_EVENING,
    "league:attendance_list POST": RUN_EVENING,
    "league:all_here POST": RUN_EVENING,
    "league:late POST": RUN_EVENING,
    "league:seat POST": RUN_EVENING,
    "league:change_seat POST": RUN_EVENING,
    "games:running GET": SEE_EVENING,
    "games:rules GET": SEE_EVENING,
    "games:rules POST": AGREE,
    "games:breaches GET": BREACHES,
    "games:breaches POST": BREACHES,
    "games:withdraw POST": BREACHES,
    # The club
    "league:table GET": OWN_EVENINGS,
    "league:season_table GET": SEE_CLUB,
    "league:embedded_season GET": SEE_CLUB,
    "league:season_person GET": SEE_CLUB,
    "league:year_ranking GET": SEE_CLUB,
    "league:all_time GET": LIST_CLUB,
    "league:table GET where it is public": SEE_OPEN,
    "league:season_table GET where it is public": SEE_OPEN,
    "league:embedded_season GET where it is public": SEE_OPEN,
    "league:year_ranking GET where it is public": SEE_OPEN,
    "league:all_time GET where it is public": SEE_OPEN,
    "club_figures GET where it is public": SEE_OPEN,
    "league:club GET": EVERYBODY,
    "league:imprint GET": EVERYBODY,
    "league:privacy GET": EVERYBODY,
    "league:crest GET": EVERYBODY,
    "our_club GET": OPEN_CLUB,
    "change_club POST": OPEN_CLUB,
    "retention GET": RETENTION,
    "retention POST": RETENTION,
    "kept_records GET": KEPT,
    "person_data GET of oneself": OWN_DATA,
    "person_data GET of another": KEEP_DATA,
    "person_archive POST of oneself": OWN_DATA,
    "person_archive POST of another": KEEP_DATA,
    "object_to_use POST of oneself": OWN_DATA,
    "object_to_use POST of another": KEEP_DATA,
    "ask_for_erasure POST of oneself": OWN_DATA,
    "ask_for_erasure POST of another": replace(ASK_OTHERS, but=dict.fromkeys(KEEP, "forbidden")),
    "erase_person GET": ERASE,
    "erase_person POST": ERASE,
    "possible_mentions GET": DECIDE_TEXTS,
    "possible_mentions POST": DECIDE_TEXTS,
    "doubles GET": MERGE,
    "merge_people GET": MERGE,
    "merge_people POST": MERGE,
    "different_people POST": MERGE,
    "founding_step GET": OPEN_CLUB,
    "founding_step POST": OPEN_CLUB,
    "games:reckoning GET": LIST_CLUB,
    "league:season_scoring GET": CLOSE_SEASON,
    "league:season_scoring POST": CLOSE_SEASON,
    "league:season_close POST": CLOSE_SEASON,
    "league:season_reopen POST": CLOSE_SEASON,
    "club_figures GET": LIST_CLUB,
    "person_figures GET of oneself": OWN,
    "person_figures GET of another": SEE_CLUB,
    "person_figures GET of a tournament's guest": SEE_GUESTS,
    "person_games GET of oneself": OWN,
    "person_games GET of another": SEE_CLUB,
    "person_games GET of a tournament's guest": SEE_GUESTS,
    "league:people GET": LIST_CLUB,
    "league:new_person GET": KEEP_CLUB,
    "league:new_person POST": KEEP_CLUB,
    "league:club_invitation GET": KEEP_CLUB,
    "league:club_invitation POST": KEEP_CLUB,
    "league:decide_request POST": KEEP_LIST,
    "league:join GET": INVITED,
    "league:join POST": INVITED,
    "league:join GET of a revoked link": INVITED_OVER,
    "league:join POST of a revoked link": INVITED_OVER,
    "league:join GET of a forged link": FEED_FORGED,
    "league:people_list GET": KEEP_CLUB,
    "league:people_list POST": KEEP_CLUB,
    "league:old_tables GET": LIST_CLUB,
    "league:old_table GET": SEE_CLUB,
    "league:new_old_table GET": KEEP_CLUB,
    "league:new_old_table POST": KEEP_CLUB,
    "league:undo_old_table POST": KEEP_CLUB,
    "league:link_old_table POST": KEEP_CLUB,
    "league:people_import GET": KEEP_LIST,
    "league:book_balances POST": BOOK_LIST,
    "league:ask_in POST": KEEP_LIST,
    "league:undo_import POST": KEEP_LIST,
    "league:person GET of oneself": OWN,
    "league:person GET of another": SEE_CLUB,
    "league:person GET of a tournament's guest": SEE_GUESTS,
    "league:membership_kinds GET": KEEP_CLUB,
    "league:membership_kinds POST": KEEP_CLUB,
    "league:end_membership_kind POST": KEEP_CLUB,
    "league:person_fields GET": KEEP_CLUB,
    "league:person_fields POST": KEEP_CLUB,
    "league:add_person_field POST": KEEP_CLUB,
    "league:end_person_field POST": KEEP_CLUB,
    "league:leave_club GET": KEEP_CLUB,
    "league:leave_club POST": KEEP_CLUB,
    "league:correct_membership GET": KEEP_CLUB,
    "league:correct_membership POST": KEEP_CLUB,
    "league:person_details GET of oneself": OWN_DETAILS,
    "league:person_details POST of oneself": OWN_DETAILS,
    "league:person_details GET of another": KEEP_DETAILS,
    "league:person_details POST of another": KEEP_DETAILS,
    "league:person_photo GET": SEE_PHOTO,
    "league:postal_address GET of oneself": OWN_POSTAL,
    "league:postal_address POST of oneself": OWN_POSTAL,
    "league:postal_address GET of another": KEEP_POSTAL,
    "league:postal_address POST of another": KEEP_POSTAL,
    "league:seen_as GET of oneself": SHOW_ONESELF,
    "league:seen_as POST of oneself": SHOW_ONESELF,
    "league:seen_as GET of another": SHOW_ANOTHER,
    "league:seen_as POST of another": SHOW_ANOTHER,
    "league:seen_as GET of one without a login": SHOW_ABSENT,
    "league:seen_as POST of one without a login": SHOW_ABSENT,
    "league:rename POST": KEEP_CLUB,
    "league:membership POST": KEEP_CLUB,
    "league:appoint POST": KEEP_CLUB,
    "league:give_login POST": KEEP_CLUB,
    "league:invite POST": KEEP_CLUB,
    "league:dismiss POST": KEEP_CLUB,
    # Tournaments
    **{
        key: rule
        for name in (
            "tournament",
            "my_table",
            "tournament_table",
            "embedded_table",
            "tournament_teams",
            "tournament_player",
            "tournament_draw",
            "tournament_calendar",
        )
        for key, rule in (
            (f"league:{name} GET", SEE_CUP),
            (f"league:{name} GET of the club alone", SEE_CUP_INSIDE),
        )
    },
    "league:my_table GET by a registration": OWN_CUP,
    "league:push_device POST": OWN_REGISTRATION,
    "league:notification GET": EVERYBODY,
    "league:renew_push POST": EVERYBODY,
    "league:tournament_draw GET of what is proposed": UNRELEASED,
    # Leagues of teams
    "league:team_leagues GET": LIST_LEAGUES,
    "league:team_leagues GET where it is public": OPEN_LEAGUE,
    "league:new_team_league GET": FOUND_LEAGUE,
    "league:new_team_league POST": FOUND_LEAGUE,
    "league:team_league GET": SEE_LEAGUE,
    "league:team_league GET where it is public": OPEN_LEAGUE,
    "league:team_league POST": LEAD_LEAGUE,
    "league:fixtures GET": LEAD_LEAGUE,
    "league:fixtures POST": LEAD_LEAGUE,
    "league:league_team GET": SEE_LEAGUE,
    "league:league_team POST": KEEP_SQUAD,
    "league:change_squad POST": KEEP_SQUAD,
    "league:remove_team POST": LEAD_LEAGUE,
    "league:withdraw_team POST": LEAD_LEAGUE,
    "league:match GET": SEE_LEAGUE,
    "league:match GET where it is public": OPEN_LEAGUE,
    "league:line_up_home GET": FILL_SHEET,
    "league:line_up_home POST": FILL_SHEET,
    "league:line_up_away GET": FILL_SHEET,
    "league:line_up_away POST": FILL_SHEET,
    "league:substitute GET": FILL_SHEET,
    "league:substitute POST": FILL_SHEET,
    "league:match_table GET": FILL_SHEET,
    "league:match_table POST": FILL_SHEET,
    "league:match_fine POST": FILL_SHEET,
    "league:match_sheet GET": FILL_SHEET,
    "league:sign_match POST": SIGN_SHEET,
    "league:sign_match POST for paper": LEAD_LEAGUE,
    "league:direct_match GET": LEAD_LEAGUE,
    "league:direct_match POST": LEAD_LEAGUE,
    "league:direct_match POST to give it away": LEAD_LEAGUE,
    # Members' meetings
    "league:assemblies GET": LIST_MEETINGS,
    "league:new_assembly GET": CALL_NEW,
    "league:new_assembly POST": CALL_NEW,
    "league:assembly_rules GET": SET_STATUTES,
    "league:assembly_rules POST": SET_STATUTES,
    "league:assembly GET": SEE_MEETING,
    "league:assembly_motion GET": HAND_IN_MOTION,
    "league:assembly_motion POST": HAND_IN_MOTION,
    "league:change_assembly GET": CALL_MEETING,
    "league:change_assembly POST": CALL_MEETING,
    "league:assembly_agenda GET": CALL_MEETING,
    "league:assembly_agenda POST": CALL_MEETING,
    "league:invite_assembly GET": CALL_MEETING,
    "league:invite_assembly POST": CALL_MEETING,
    "league:assembly_evening GET": RUN_MEETING,
    "league:assembly_evening POST": RUN_MEETING,
    "league:assembly_attendance POST": RUN_MEETING,
    "league:assembly_item GET": RUN_MEETING,
    "league:assembly_item POST": RUN_MEETING,
    "league:accept_election POST": CALL_MEETING,
    "league:accept_election POST of a no": RUN_MEETING,
    "league:assembly_minutes GET": RUN_MEETING,
    "league:assembly_minutes GET of what is released": SEE_MEETING,
    "league:assembly_minutes POST": RUN_MEETING,
    "league:assembly_minutes_pdf GET": RUN_MEETING,
    # The direction of a tournament
    "league:tournaments GET": LIST_CUPS,
    "league:new_tournament GET": FOUND_CUP,
    "league:new_tournament POST": FOUND_CUP,
    "league:direction GET": CONTROL,
    "league:direct_table GET": CONTROL,
    "league:table_card POST": CONTROL,
    "league:papers GET": PAPERS,
    "league:papers POST": PAPERS,
    "league:table_card POST back": CONTROL,
    "league:find_card GET": CONTROL,
    "league:api_directed_registrations POST": WRITES_CUP,
    "league:api_directed_registration POST": WRITES_CUP,
    "league:api_directed_step POST": DIRECTS_CUP,
    "games:api_whole_card GET": WRITES_CUP,
    "games:api_whole_card PUT": WRITES_CUP,
    "league:card_photo GET": CARD_PHOTOS,
    "league:add_card_photo POST": CARD_PHOTOS,
    "league:remove_card_photo POST": CARD_PHOTOS,
    **{
        f"league:{key}": DIRECTED
        for key in (
            "give_up_card POST",
            "credit GET",
            "credit POST",
            "direct_people GET",
            "gone POST",
            "gone POST back",
            "closing GET",
            "finish_tournament POST",
            "reopen_tournament POST",
            "direct_block GET",
            "block_step POST",
            "propose_draw POST",
            "release_draw POST",
            "discard_draw POST",
            "draw_by_hand POST",
            "tournament_programs GET",
            "tournament_programs POST",
            "revoke_program POST",
            "emergency_folder GET",
            "change_draw POST",
            "swap GET",
            "change_places POST",
            "decide_tie POST",
            "withdraw_tie POST",
            "draw_version GET",
            "tournament_settings GET",
            "describe_tournament POST",
            "tournament_when POST",
            "call_off POST",
            "call_off POST back",
            "remove_tournament POST",
            "publish_tournament POST",
            "fit_format POST",
            "format_editor GET",
            "format_block GET",
            "format_block POST",
            "format_step POST",
            "format_whole GET",
            "format_whole POST",
            "take_format_over GET",
            "take_format_over POST",
            "discard_format POST",
            "format_templates GET",
            "format_templates POST",
            "save_format POST",
            "remove_format POST",
            "format_file GET",
            "read_format POST",
            "add_prize POST",
            "remove_prize POST",
        )
    },
    # At the door of a tournament
    "league:register GET": REGISTER,
    "league:register POST": REGISTER,
    "league:confirm_registration GET": CONFIRM,
    "league:confirm_registration POST": CONFIRM,
    "league:own_request GET": OWN_REQUEST,
    "league:own_request POST": OWN_REQUEST,
    "league:register GET of the club alone": REGISTER_INSIDE,
    "league:register POST of the club alone": REGISTER_INSIDE,
    "league:registration GET": OWN_REGISTRATION,
    "league:registration POST": OWN_REGISTRATION,
    "league:registration POST to cancel": OWN_REGISTRATION,
    "league:registration GET of a forged address": FEED_FORGED,
    "league:registration POST of a forged address": FEED_FORGED,
    "league:registrations GET": DESK,
    "league:registrations POST": DESK,
    "league:add_several GET": DESK,
    "league:add_several POST": DESK,
    "league:at_desk POST": DESK,
    "league:decide_registration POST": DESK,
    "league:at_desk POST to undo": DESK,
    "league:at_desk POST about a name": DESK,
    "league:desk_team POST": DESK,
    # Getting to a table
    "league:enter_table GET": OPEN_LINK,
    "league:enter_table POST": OPEN_LINK,
    "league:api_table_token POST": OPEN_LINK,
    "league:enter_table GET of a revoked link": OPEN_OVER,
    "league:enter_table POST of a revoked link": OPEN_OVER,
    "league:enter_table GET of a link that ended": OPEN_OVER,
    "league:enter_table POST of a link that ended": OPEN_OVER,
    "league:enter_table GET of a forged link": OPEN_FORGED,
    "league:phone GET": HOLD_PHONE,
    "league:phone POST": HOLD_PHONE,
    "league:table_link GET": LINKS,
    "league:table_link POST": LINKS,
    "league:revoke_link POST": LINKS,
    "league:revoke_link POST of another table": LINKS_ELSEWHERE,
    "league:table_cards GET": LINKS,
    "league:table_cards POST": LINKS,
    # At a table
    "games:values GET": EVERYBODY,
    "games:rulebooks_data GET": EVERYBODY,
    "games:friends GET": FRIENDS,
    "games:hand_in GET": HAND_IN,
    "games:play GET": LOOK_AT_TABLE,
    "games:play GET of a public evening": PUBLIC_TABLE,
    "games:new_card GET": SCORE,
    "games:new_card POST": SCORE,
    "games:card GET": LOOK_AT_TABLE,
    "games:card GET of a public evening": PUBLIC_CARD,
    "games:versions GET": LOOK_AT_TABLE,
    "games:versions GET of a public evening": PUBLIC_BESIDE,
    "games:game GET": LOOK_AT_TABLE,
    "games:game GET of a public evening": PUBLIC_TABLE,
    "games:turns GET": LOOK_AT_TABLE,
    "games:turns GET of a public evening": PUBLIC_TABLE,
    "games:card POST": SCORE,
    "games:card POST of a confirmed result": OPEN_CONFIRMED,
    "games:new_card POST of a confirmed result": OPEN_CONFIRMED,
    "games:api_lobby GET": API_LOOK,
    "games:api_lobby GET of a public evening": PUBLIC_TABLE,
    "games:card POST in a locked block": LOCKED_BLOCK,
    "games:score_card GET": WHOLE_CARD,
    "games:score_card POST": WHOLE_CARD,
    "games:score_card POST in a locked block": LOCKED_BLOCK,
    "games:decide GET": DECIDE,
    "games:decide POST": DECIDE,
    "games:scanned GET": EVERYBODY,
    "games:api_scanned POST": API_SCORE,
    "games:api_scanned_preview POST": API_SCORE,
    "games:api_events POST in a locked block": API_LOCKED,
    "games:api_start POST": API_SCORE,
    "games:api_import POST": API_SCORE,
    "games:api_versions GET": API_LOOK,
    "games:api_versions GET of a public evening": PUBLIC_INSIDE,
    "games:api_versions POST": API_SCORE,
    "games:api_take POST": API_SCORE,
    "games:api_import POST with a ruling": API_RULE,
    "games:api_game GET": API_LOOK,
    "games:api_game GET of a public evening": PUBLIC_TABLE,
    "games:api_events POST": API_SCORE,
    "games:api_events POST of an infraction": API_SCORE,
    "games:api_events POST of a ruling": API_RULE,
    "games:api_events POST of a public evening": api(SCORE.deed, PLAY, sees=ALL),
    "games:api_preview POST": API_SCORE,
    "games:api_round GET": API_LOOK,
    "games:api_round GET of a public evening": PUBLIC_INSIDE,
    "games:api_round POST": API_SCORE,
    "games:api_round_preview POST": API_SCORE,
    "games:api_retract POST": API_SCORE,
    "games:api_retract POST of a ruling": API_RULE,
    "games:api_abandon POST": API_SCORE,
    "games:api_finish POST": API_SCORE,
    "games:api_reopen POST": API_SCORE,
    "games:api_reopen POST of a confirmed result": API_RULE,
    "games:api_actions GET": API_LOOK,
    "games:api_turns GET": API_LOOK,
    "games:api_turns GET of a public evening": PUBLIC_TABLE,
    "games:api_actions GET of a public evening": PUBLIC_INSIDE,
    "games:api_entries GET": API_LOOK,
    "games:api_entries GET of a public evening": PUBLIC_INSIDE,
    "games:api_log GET": API_LOOK,
    "games:api_log GET of a public evening": PUBLIC_INSIDE,
    # The second pair of eyes
    "league:result GET": LOOK_AT_TABLE,
    "league:result GET of a public evening": LOOK_AT_TABLE,
    "league:confirm POST": EYES,
    "league:confirm_card POST": EYES,
    "league:object POST": EYES,
    "league:rule POST": RULE_GAMES,
    "league:call POST": SCORE,
    "league:answer POST": RULE_GAMES,
    "league:referee GET": REFEREES,
    "league:api_result GET": API_LOOK,
    "league:api_result GET of a public evening": API_LOOK,
    "league:api_call POST": API_SCORE,
    "league:api_call DELETE": API_SCORE,
    "league:api_confirm POST": API_EYES,
    "league:api_objection POST": API_EYES,
    # The till
    "finance:own_account GET": OWN_ACCOUNT,
    "finance:balance GET": OWN_ACCOUNT,
    "finance:till GET": READ_TILL,
    "finance:evening GET": READ_TILL,
    "finance:tournament GET": READ_TILL,
    "finance:claim GET": READ_TILL,
    "finance:account GET of another": READ_TILL,
    "finance:closing_statement GET": READ_TILL,
    "finance:closing_statement_file GET": READ_TILL,
    "finance:account GET of oneself": READ_TILL,
    "finance:journal GET": READ_TILL,
    "finance:journal_year GET": READ_TILL,
    "finance:exports GET": TAKE_ALONG,
    "finance:exports_of GET": TAKE_ALONG,
    "finance:export_list GET": TAKE_ALONG,
    "finance:export_journal GET": TAKE_ALONG,
    "finance:export_stored GET": TAKE_ALONG,
    "finance:claims GET": READ_TILL,
    "finance:who_pays GET": READ_TILL,
    "finance:figures GET": READ_TILL,
    "finance:figures_of GET": READ_TILL,
    "finance:payments GET": READ_TILL,
    "finance:confirm_evening POST": POST,
    "finance:confirm_claim POST": POST,
    "finance:refuse_claim POST": POST,
    "finance:propose_again POST": POST,
    "finance:give_round POST": POST,
    "finance:waive_claim POST": POST,
    "finance:rounds GET": SEE_ROUNDS,
    "finance:all_rounds GET": READ_TILL,
    "finance:give_at POST": POST,
    "finance:take_back POST": POST,
    "finance:move_round POST": POST,
    "finance:note_drink POST": POST,
    "finance:turn_into_euros POST": POST,
    "finance:decide_rounds POST": POST,
    "finance:pay POST": POST,
    "finance:storno GET": POST,
    "finance:booking GET": READ_TILL,
    "finance:attach_voucher POST": POST,
    "finance:periods GET": READ_TILL,
    "finance:close_period POST": POST,
    "finance:vouchers GET": READ_TILL,
    "finance:vouchers_year GET": READ_TILL,
    "finance:without_voucher GET": READ_TILL,
    "finance:voucher GET": READ_TILL,
    "finance:voucher_file GET": READ_TILL,
    "finance:voucher_picture GET": READ_TILL,
    "finance:expense GET": POST,
    "finance:expense POST": POST,
    "finance:shared_receipt POST": POST,
    "finance:income GET": POST,
    "finance:income POST": POST,
    "finance:kinds GET": READ_TILL,
    "finance:add_kind POST": POST,
    "finance:change_kind GET": POST,
    "finance:change_kind POST": POST,
    "finance:money_accounts GET": READ_TILL,
    "finance:add_money_account POST": POST,
    "finance:adviser GET": READ_TILL,
    "finance:adviser_file GET": READ_TILL,
    "finance:funds GET": READ_TILL,
    "finance:add_fund POST": POST,
    "finance:move_fund POST": POST,
    "finance:pay_share POST": POST,
    "finance:move GET": POST,
    "finance:move POST": POST,
    "finance:opening GET": READ_TILL,
    "finance:openings GET": READ_TILL,
    "finance:open_person POST": POST,
    "finance:open_list POST": POST,
    "finance:take_back_openings POST": POST,
    "finance:open_money POST": POST,
    "finance:storno POST": POST,
    "finance:take_entry POST": POST,
    "finance:enter_paid POST": POST,
    "finance:pay_prize POST": POST,
    # The end of a year
    "finance:years GET": SEE_YEARS,
    "finance:year GET": SEE_YEARS,
    "finance:year_report GET": SEE_YEARS,
    "finance:overdue GET": POST,
    "finance:overdue POST": POST,
    "finance:reminder_steps GET": POST,
    "finance:reminder_steps POST": POST,
    "finance:reminded GET": READ_TILL,
    "finance:reminder_letters GET": READ_TILL,
    "finance:to_pay GET": PAY_BY_LINK,
    "finance:to_pay GET of a forged link": PAY_FORGED,
    "finance:receipts GET": SEE_YEARS,
    "finance:receipts_of GET": SEE_YEARS,
    "finance:receipts_owed GET": SEE_YEARS,
    "finance:receipts_file GET": SEE_YEARS,
    "finance:year_file GET": TAKE_ALONG,
    "finance:checker GET": TAKE_ALONG,
    "finance:draft_year POST": POST,
    "finance:confirm_year POST": PRESIDE,
    "finance:sign_year POST": AUDIT,
    "finance:discharge_board POST": PRESIDE,
    "finance:give_year_back POST": GIVE_BACK,
    "finance:audit GET": READ_TILL,
    "finance:audit_bookings GET": READ_TILL,
    "finance:draw_sample POST": AUDIT,
    "finance:add_finding POST": AUDIT,
    "finance:settle_finding POST": AUDIT,
    "finance:audit_booking GET": READ_TILL,
    "finance:audit_booking POST": AUDIT,
    "finance:answer_question POST": ANSWER_AUDIT,
    # The catalogue, and a deed written down by it
    "finance:catalogue GET": READ_CATALOGUE,
    "finance:new_tariff GET": POST,
    "finance:new_tariff GET of a kind": POST,
    "finance:new_tariff POST": POST,
    "finance:end_tariff POST": POST,
    "finance:adopt GET": POST,
    "finance:adopt POST": POST,
    "finance:deeds GET": BREACHES,
    "finance:deeds POST": BREACHES,
    "finance:take_back_deed POST": BREACHES,
    "finance:dues GET": READ_TILL,
    "finance:add_rate POST": POST,
    "finance:end_rate POST": POST,
    "finance:reduce_dues POST": POST,
    "finance:end_reduction POST": POST,
    "finance:run_dues POST": POST,
    # Guests, and who says that something is wrong
    "finance:money_in GET": POST,
    "finance:take POST": POST,
    "finance:settings GET": SEE_SETTINGS,
    "finance:settings POST": SET_TILL,
    "finance:agreements GET": READ_TILL,
    "finance:agree POST": POST,
    "finance:end_agreement POST": POST,
    "finance:object GET": OBJECT,
    "finance:object POST": OBJECT,
    "finance:objections GET": SEE_OBJECTIONS,
    "finance:objection GET": SEE_OBJECTIONS,
    "finance:objection POST": RULE_OBJECTIONS,
    # The bank
    "finance:bank_imports GET": READ_TILL,
    "finance:bank_account GET": READ_TILL,
    "finance:set_bank_account POST": POST,
    "finance:import_bank POST": POST,
    "finance:bank_import GET": READ_TILL,
    "finance:debits GET": READ_TILL,
    "finance:set_creditor POST": POST,
    "finance:add_mandate POST": POST,
    "finance:end_mandate POST": POST,
    "finance:collect GET": POST,
    "finance:collect POST": POST,
    "finance:debit_run GET": READ_TILL,
    "finance:debit_file GET": POST,
    "finance:withdraw_debits POST": POST,
    "finance:book_debits POST": POST,
    "finance:transfers GET": READ_TILL,
    "finance:order_transfers POST": POST,
    "finance:transfer_run GET": READ_TILL,
    "finance:transfer_file GET": POST,
    "finance:withdraw_transfers POST": POST,
    "finance:book_transfers POST": POST,
    "finance:bank_rules GET": READ_TILL,
    "finance:set_rule POST": POST,
    "finance:end_rule POST": POST,
    "finance:bank_columns GET": POST,
    "finance:bank_columns POST": POST,
    "finance:book_sure POST": POST,
    "finance:book_likely POST": POST,
    "finance:undo_import POST": POST,
    "finance:bank_lines GET": READ_TILL,
    "finance:bank_line GET": READ_TILL,
    "finance:book_line POST": POST,
    "finance:book_elsewhere POST": POST,
    "finance:transfer_line POST": POST,
    "finance:refund_line POST": POST,
    "finance:tie_line POST": POST,
    "finance:give_back_line POST": POST,
    "finance:pass_fee_on POST": POST,
    "finance:ignore_line POST": POST,
    "finance:take_up_line POST": POST,
    "finance:confirm_notice POST": POST,
    "finance:refuse_notice POST": POST,
    "finance:slip GET": READ_TILL,
    "finance:pay_out_credit POST": POST,
    "finance:pay_later POST": POST,
    "finance:charge_people GET": POST,
    "finance:charge_people POST": POST,
    "finance:take_over GET": POST,
    "finance:take_over POST": POST,
    "finance:transfer GET": OWN_ACCOUNT,
    "finance:transfer POST": OWN_ACCOUNT,
    "finance:own_slip GET": OWN_ACCOUNT,
    "finance:withdraw_notice POST of oneself": OWN_ACCOUNT,
    "finance:withdraw_notice POST of another": OTHERS_NOTICE,
}

# The API shows what a page shows, to the same people, and it is asked about the same.
OF_OTHERS = ("of oneself", "of another")
CUPS = ("", " of the club alone")
SHOWN_IN_API = {
    "league:api_me GET": "league:evenings GET",
    "league:api_calendar GET": "league:calendar GET",
    "league:api_tokens GET": "league:read_tokens GET",
    "league:api_people GET": "league:people GET",
    **{
        f"league:api_person GET {whose}": f"league:person GET {whose}"
        for whose in (*OF_OTHERS, "of a tournament's guest")
    },
    "league:api_evenings GET": "league:evenings GET",
    "league:api_evening GET": "league:evening GET",
    "league:api_evening GET of a public evening": "league:evening GET of a public evening",
    "league:api_kings GET": "league:kings GET",
    "league:api_evening_standing GET": "league:evening_table GET",
    "league:api_evening_standing GET of a public evening": (
        "league:evening GET of a public evening"
    ),
    "games:api_charges GET": "games:breaches GET",
    "games:api_running GET": "games:running GET",
    "games:api_rules GET": "games:rules GET",
    "games:api_rulebook GET": "games:values GET",
    "games:api_chances GET": "games:reckoning GET",
    "league:api_seasons GET": "league:all_time GET",
    "league:api_season GET": "league:season_table GET",
    **{
        f"league:{shown} GET where it is public": f"league:{page} GET where it is public"
        for shown, page in (
            ("api_seasons", "all_time"),
            ("api_season", "season_table"),
            ("api_season_standing", "season_table"),
            ("api_season_year", "year_ranking"),
            ("api_all_time", "all_time"),
        )
    },
    "league:api_season_standing GET": "league:season_table GET",
    "league:api_season_year GET": "league:year_ranking GET",
    "league:api_season_person GET": "league:season_person GET",
    "league:api_all_time GET": "league:all_time GET",
    **{
        f"league:{shown} GET{kind}": f"league:{page} GET{kind}"
        for shown, page in (
            ("api_team_leagues", "team_leagues"),
            ("api_team_league", "team_league"),
            ("api_match", "match"),
        )
        for kind in ("", " where it is public")
    },
    "league:api_tournaments GET": "league:tournaments GET",
    **{f"league:api_tournament GET{kind}": f"league:tournament GET{kind}" for kind in CUPS},
    **{f"league:api_player GET{kind}": f"league:tournament_player GET{kind}" for kind in CUPS},
    **{f"league:api_registration GET{kind}": f"league:register GET{kind}" for kind in CUPS},
    "league:api_registrations GET": "league:registrations GET",
    "league:api_direction GET": "league:direction GET",
    "league:api_directed_people GET": "league:direct_people GET",
    "league:api_closing GET": "league:closing GET",
    "league:api_settings GET": "league:tournament_settings GET",
    "league:api_directed_block GET": "league:direct_block GET",
    "league:api_draw_version GET": "league:draw_version GET",
    "league:api_directed_why GET": "league:direct_block GET",
    "league:api_referee GET": "league:referee GET",
    **{f"league:api_block GET{kind}": f"league:tournament_draw GET{kind}" for kind in CUPS},
    **{
        f"league:{name} GET{kind}": f"league:tournament_draw GET{kind}"
        for name in ("api_draw", "api_draw_why")
        for kind in (*CUPS, " of what is proposed")
    },
    "desk_api:start GET": "home GET",
    "desk_api:club_figures GET": "club_figures GET",
    "desk_api:club_figures GET where it is public": "club_figures GET where it is public",
    **{
        f"desk_api:{name} GET {whose}": f"{name} GET {whose}"
        for name in ("person_figures", "person_games")
        for whose in (*OF_OTHERS, "of a tournament's guest")
    },
    "desk_api:reports GET": "reports GET",
    "desk_api:report_offers GET": "reports GET",
    "desk_api:report GET": "report GET",
    "desk_api:report_file GET": "report_file GET",
    "finance_api:own_account GET": "finance:own_account GET",
    "finance_api:own_statement GET": "finance:own_account GET",
    "finance_api:catalogue GET": "finance:catalogue GET",
    "finance_api:rounds GET": "finance:rounds GET",
    "finance_api:till GET": "finance:till GET",
    **{
        f"finance_api:{name} GET {whose}": f"finance:account GET {whose}"
        for name in ("account", "statement")
        for whose in OF_OTHERS
    },
    "finance_api:claims GET": "finance:claims GET",
    "finance_api:who_pays GET": "finance:who_pays GET",
    "finance_api:journal GET": "finance:journal_year GET",
    "finance_api:payments GET": "finance:payments GET",
    "finance_api:all_rounds GET": "finance:all_rounds GET",
    "finance_api:vouchers GET": "finance:vouchers_year GET",
    "finance_api:years GET": "finance:years GET",
    "finance_api:receipts GET": "finance:receipts GET",
    "finance_api:own_objections GET": "finance:own_account GET",
    "finance_api:own_transfer GET": "finance:transfer GET",
    "finance_api:evening GET": "finance:evening GET",
    "finance_api:tournament GET": "finance:tournament GET",
    "finance_api:claim GET": "finance:claim GET",
    "finance_api:booking GET": "finance:booking GET",
    "finance_api:reversal GET": "finance:storno GET",
    "finance_api:voucher GET": "finance:voucher GET",
    "finance_api:journals GET": "finance:till GET",
    "finance_api:figures GET": "finance:figures_of GET",
    "finance_api:periods GET": "finance:periods GET",
    "finance_api:openings GET": "finance:opening GET",
    "finance_api:counts GET": "finance:counts GET",
    "finance_api:close GET": "cosign_evening GET",
    "desk_api:close_evening GET": "close_evening GET",
    "finance_api:given GET": "finance:rounds GET",
    "finance_api:round_decisions GET": "finance:all_rounds GET",
    "finance_api:deeds GET": "finance:deeds GET",
    "finance_api:dues GET": "finance:dues GET",
    "finance_api:agreements GET": "finance:agreements GET",
    "finance_api:objections GET": "finance:objections GET",
    "finance_api:decided GET": "finance:objections GET",
    "finance_api:objection GET": "finance:objection GET",
    "finance_api:without_voucher GET": "finance:without_voucher GET",
    "finance_api:year GET": "finance:year GET",
    "finance_api:audit GET": "finance:audit GET",
    "finance_api:audit_bookings GET": "finance:audit_bookings GET",
    "finance_api:audited GET": "finance:audit_booking GET",
    "finance_api:bank GET": "finance:bank_imports GET",
    "finance_api:bank_files GET": "finance:bank_imports GET",
    "finance_api:bank_lines GET": "finance:bank_lines GET",
    "finance_api:bank_file GET": "finance:bank_import GET",
    "finance_api:bank_line GET": "finance:bank_line GET",
    "finance_api:bank_accounts GET": "finance:bank_account GET",
}
DECISIONS |= {key: DECISIONS[page] for key, page in SHOWN_IN_API.items()}
