"""The WSGI entry point."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chickenfoot.settings")
os.environ.setdefault("CHICKENFOOT_STATEMENT_SECONDS", "20")

application = get_wsgi_application()
