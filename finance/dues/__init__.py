"""What a member pays for a period."""
