"""Groups of rights: Django's own page, its list asked as strictly as all others."""

from django.contrib import admin
from django.contrib.auth.models import Group

from chickenfoot.admin.stock import ListAdmin, StockGroupAdmin

admin.site.unregister(Group)


@admin.register(Group)
class RightsAdmin(ListAdmin, StockGroupAdmin):
    """A list to search, and a page a group."""
