"""Reports: their kinds, their parts, and their way by mail."""
