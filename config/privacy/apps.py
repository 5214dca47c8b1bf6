"""What the law asks: access to what is stored of somebody, erasure, objection, and how long what
is kept. It stands above all apps, because each of them holds something of a person.
"""

from django.apps import AppConfig

from league.guards import triggers


class PrivacyConfig(AppConfig):
    name = "config.privacy"
    label = "privacy"

    def ready(self) -> None:
        triggers.install(self)
