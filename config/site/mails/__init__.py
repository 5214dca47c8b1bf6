"""„Was ich bekomme“: all mails with their times on one page."""
