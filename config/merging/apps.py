"""Merge two records of one person; it has no tables of its own."""

from django.apps import AppConfig


class MergingConfig(AppConfig):
    name = "config.merging"
    label = "merging"

    def ready(self) -> None:
        from config.merging import approving

        approving.register_kinds()
