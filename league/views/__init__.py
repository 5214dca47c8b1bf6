"""The league's pages, split by what they show."""
