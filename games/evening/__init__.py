"""Tonight's games: pages and API that compose the rest."""
