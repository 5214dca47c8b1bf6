"""Persons, memberships, offices, logins, invitations, and the names shown to each reader."""
