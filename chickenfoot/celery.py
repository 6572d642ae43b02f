"""The Celery application; tasks live in the `tasks.py` of each app."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chickenfoot.settings")

app = Celery("chickenfoot")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
