"""Pages and API that compose the rest: the till, an account, debts."""
