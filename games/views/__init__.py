"""The pages of an evening that know the rulebook, split by what they show."""
