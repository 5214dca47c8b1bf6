"""The desk: the one room that sees games and finance together."""

from django.apps import AppConfig


class DeskConfig(AppConfig):
    name = "config.desk"
    label = "desk"
