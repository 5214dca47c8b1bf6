"""The format of a tournament while the direction builds it: draft, picture, templates, files."""
