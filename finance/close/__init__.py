"""An evening's close, which two people sign."""
