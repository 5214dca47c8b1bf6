"""Who somebody is and may do: offices, tokens, phones at a table, programs that read along."""
