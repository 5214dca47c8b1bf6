"""The site: the pages, figures and reports that ask games and finance alike. It has no tables."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "config.site"

    def ready(self) -> None:
        # Without the application a `shared_task` would look for a broker of its own.
        from config import celery, checks, passkeys  # noqa: F401  the first two register themselves
        from config.site.reports import kinds

        kinds.register_kinds()
        passkeys.register()
