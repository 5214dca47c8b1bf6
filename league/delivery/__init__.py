"""How what the club writes reaches a person: at once, once a day in one mail, or on paper."""
