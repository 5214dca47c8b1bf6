"""Write the tables of docs/rights.md out of the decisions.

`python -m tests.rights.page` writes them; a test compares.
"""

from pathlib import Path

from tests.rights.decisions import DECISIONS, Rule

PAGE = Path(__file__).parent.parent.parent / "docs" / "rights.md"
BEGIN, END = "<!-- made of the decisions: begin -->", "<!-- made of the decisions: end -->"

# The columns: the page's names of actors. All others of the matrix are explained in words.
COLUMNS = {
    "stranger": "public",
    "phone": "phone on the link",
    "guest_tonight": "guest of the evening",
    "member": "member",
    "member_here": "seated at the table",
    "referee": "referee",
    "director": "director",
    "secretary": "secretary",
    "chair": "chair",
    "treasurer": "treasurer",
    "auditor": "auditor",
}
OWN = (
    "league:own_address",
    "league:devices",
    "league:prove",
    "passkeys",
    "remove_passkey",
    "league:read_out",
    "league:login_link",
    "my_mails",
    "own_rights",
    "all_rights",
    "league:remove_push_device",
    "league:letters",
    "league:letters_file",
    "league:outbox",
    "league:decide_mail",
    "league:security_log",
    "league:approval",
    "league:decide_approval",
    "league:read_tokens",
    "league:revoke_token",
    "league:calendar",
    "league:feed",
    "league:no_reminders",
)
PARTS = {
    "Everybody": (
        *(
            "home",
            "found GET",
            "found POST",
            "theme",
            "set_language",
            "account",
            "demo",
            "api_",
            "passkey_login",
        ),
        *(
            "manifest",
            "worker",
            "league:notification",
            "league:renew_push",
            "without_network",
            "robots",
            "security_txt",
            "league:crest",
        ),
    ),
    "The club": (
        "club_figures",
        "person_",
        "league:kings",
        "league:people",
        "league:person",
        "league:seen_as",
        *("retention", "kept_records", "object_to_use", "ask_for_erasure", "erase_person"),
        *("possible_mentions", "doubles", "merge_people", "different_people"),
        "league:postal_address",
        *("league:add_person", "league:end_person", "league:leave", "league:correct_membership"),
        "league:membership_kinds",
        "league:end_membership_kind",
        "league:table",
        "league:year_ranking",
        "our_club",
        "league:club_invitation",
        "league:decide_request",
        "league:join",
        "change_club",
        "founding_step",
        "league:club_wall",
        "league:season",
        "league:all_time",
        "league:old_table",
        "league:new_old_table",
        "league:undo_old_table",
        "league:link_old_table",
        "league:book_balances",
        "league:new_person",
        *OWN,
        "desk_api:",
        "report",
        "ask_report",
        "no_report",
    ),
    "Evenings": (
        "games:tonight",
        "league:evening",
        "games:rules",
        "games:breaches",
        "league:new_evening",
        "league:reply",
        "league:event_wall",
        "league:ceremony",
        "games:wall",
    ),
    "Leagues of teams": (
        *("league:team_league", "league:new_team_league", "league:fixtures", "league:league_team"),
        *(
            "league:change_squad",
            "league:remove_team",
            "league:withdraw_team",
            "league:match",
            "league:line_up",
        ),
        *("league:substitute", "league:sign_match", "league:direct_match"),
    ),
    "Members’ meetings": (
        *("league:assembl", "league:new_assembly", "league:change_assembly"),
        *("league:invite_assembly", "league:accept_election"),
    ),
    "Tournaments": (
        "league:tournament",
        "league:new_tournament",
        "league:direct",
        "league:my_table",
        "league:push_device",
        "league:regist",
        "league:at_desk",
        "league:desk_team",
    ),
    "At a table": ("league:table_link", "league:enter", "league:phone", "games:", "league:"),
    "The till": ("finance:", "finance_api:", "close_", "cosign_"),
}


def part_of(key: str) -> str:
    return next(part for part, starts in PARTS.items() if key.startswith(starts))


def rules_by_deed() -> dict[str, tuple[str, Rule]]:
    """Return every deed once, with its part of the page. Its rules allow the same people."""
    rules_by_deed: dict[str, tuple[str, Rule]] = {}
    for key, rule in DECISIONS.items():
        _part, first = rules_by_deed.setdefault(rule.deed, (part_of(key), rule))
        if first.may != rule.may:
            raise ValueError(f"{key}: „{rule.deed}“ is allowed to others elsewhere")
    return rules_by_deed


def table() -> str:
    lines = []
    for part in PARTS:
        rows = [
            (deed, rule)
            for deed, (where, rule) in rules_by_deed().items()
            if where == part and rule.may  # rights of no one are said in words
        ]
        lines += [f"### {part}", ""]
        lines += [f"| | {' | '.join(COLUMNS.values())} |", f"|---{'|:-:' * len(COLUMNS)}|"]
        for deed, rule in rows:
            cells = " | ".join("yes" if who in rule.may else "–" for who in COLUMNS)
            lines.append(f"| {deed} | {cells} |")
        lines.append("")
    return "\n".join(lines).rstrip()


def written(page: str) -> str:
    """Return the page with its tables as the decisions have them now."""
    before, rest = page.split(BEGIN)
    return f"{before}{BEGIN}\n\n{table()}\n\n{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
