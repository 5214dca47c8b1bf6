"""What is played tonight: pages and API that compose the rest."""
