"""The reports that need the figures of the site, or both games and finance."""
