"""The site: settings, addresses, base templates and the administration."""

from chickenfoot.celery import app as celery_app

__all__ = ["celery_app"]
