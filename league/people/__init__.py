"""Persons, memberships, offices, logins, invitations, and by which name somebody is called."""
