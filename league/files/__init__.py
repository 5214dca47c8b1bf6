"""Lists with their sheets, paper as PDF, drawings, and files under their sha256."""
