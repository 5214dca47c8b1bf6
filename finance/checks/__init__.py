"""Whether the books hold."""
