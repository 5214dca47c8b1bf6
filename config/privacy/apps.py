"""Do what the law asks: access to a person's data, erasure, objection, and periods of keeping.

It is above all apps, because each of them has data of a person.
"""

from django.apps import AppConfig

from league.guards import triggers


class PrivacyConfig(AppConfig):
    name = "config.privacy"
    label = "privacy"

    def ready(self) -> None:
        triggers.install(self)
