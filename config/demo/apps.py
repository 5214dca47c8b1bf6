"""The demo club, which fills an empty database step by step."""

from django.apps import AppConfig


class DemoConfig(AppConfig):
    name = "config.demo"
    # Its one table was named when the demo was part of the site.
    label = "desk"
