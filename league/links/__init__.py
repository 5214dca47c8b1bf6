"""A table's link: getting to it without an account, and who held a phone when."""
