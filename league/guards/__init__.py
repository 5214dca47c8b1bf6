"""What the database refuses: triggers, declared beside each model and laid around each migrate."""
