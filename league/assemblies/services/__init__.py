"""Writes about members’ meetings."""
