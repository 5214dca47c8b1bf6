"""The reports of the till: their kinds, and who makes each."""
