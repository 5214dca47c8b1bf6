"""Refusals of the database: triggers, declared beside each model and laid around each migrate."""
