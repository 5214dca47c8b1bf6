"""The Celery application. Tasks live in each app's `tasks.py`."""

import os

from celery import Celery
from django.conf import settings
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

TRANSPORT_ALIASES["filesystem"] = "config.broker:Transport"

app = Celery("schockwart")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

if app.conf.broker_url.startswith("filesystem"):
    # kombu does not make its folders and fails at the first message without them.
    for name in ("queue", "control"):
        (settings.BROKER_DIR / name).mkdir(parents=True, exist_ok=True)
