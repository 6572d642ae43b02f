"""The administration: players, matches, mail and what was done, in Django's own admin."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from chickenfoot.admin import bouncing, groups, kept, matches, notices, players, talk, webhooks

__all__ = ["bouncing", "groups", "kept", "matches", "notices", "players", "talk", "webhooks"]

admin.site.site_header = admin.site.site_title = _("Chicken Foot")
admin.site.index_title = _("Administration")
# There are few kinds of things, and their lists are wide.
admin.site.enable_nav_sidebar = False
