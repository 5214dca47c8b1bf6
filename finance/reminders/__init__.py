"""Reminding who has not paid: in steps of the club's own, never twice, never at night."""
