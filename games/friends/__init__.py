"""A game among friends on one phone: its page, and the way of such a game into the club."""
