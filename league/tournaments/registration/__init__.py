"""Who wants to play and who is here: registrations, check-in, names and teams."""
