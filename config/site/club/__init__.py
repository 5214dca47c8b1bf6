"""„Unser Club“: the club's own data, when it is founded and ever after."""
