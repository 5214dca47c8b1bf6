"""Identity and rights: offices, tokens, phones at a table, programs that read along."""
