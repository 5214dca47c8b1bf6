"""The demo club, which fills an empty database step by step."""

from django.apps import AppConfig


class DemoConfig(AppConfig):
    name = "config.demo"
    # Its one table was named when it lay beside the site.
    label = "desk"
