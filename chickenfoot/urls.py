"""Every address of the site."""

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("api/", include("games.api.urls")),
    path("", include("accounts.urls")),
    path("", include("notifications.urls")),
    path("", include("games.web.urls")),
]

if settings.ANYMAIL:
    urlpatterns.append(path("anymail/", include("anymail.urls")))

handler400 = "chickenfoot.errors.bad_request"
handler403 = "chickenfoot.errors.permission_denied"
handler404 = "chickenfoot.errors.page_not_found"
handler500 = "chickenfoot.errors.server_error"
