"""Pages, figures and reports that ask games and finance alike."""
