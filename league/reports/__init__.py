"""Reports: their kinds, what one consists of, and when it comes by mail."""
