"""The ASGI entry point."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chickenfoot.settings")
os.environ.setdefault("CHICKENFOOT_STATEMENT_SECONDS", "20")

application = get_asgi_application()
