"""The addresses of mail."""

from django.urls import path, register_converter

from notifications import views
from notifications.calendars import views as calendars
from notifications.webhooks import views as webhooks

register_converter(webhooks.HookConverter, "hook")

app_name = "notifications"

urlpatterns = [
    path("calendar/<str:token>.ics", calendars.calendar, name="calendar"),
    path("me/calendar/", calendars.my_calendar, name="my_calendar"),
    path("me/hooks/", webhooks.webhooks, name="webhooks"),
    path("me/hooks/<hook:number>/", webhooks.webhook, name="webhook"),
    path("me/hooks/<hook:number>/delete/", webhooks.delete, name="webhook_delete"),
    path("mail/<str:token>/", views.preference, name="preference"),
    path("mail/settings/<str:token>/", views.settings, name="settings"),
    path("me/mail/", views.my_settings, name="my_settings"),
    path("mail/again/<str:token>/", views.try_again, name="try_again"),
    path("mailbox/", views.mailbox, name="mailbox"),
    path("mailbox/<slug:name>/", views.mail, name="mail"),
    path("mailbox/<slug:name>/html/", views.mail_html, name="mail_html"),
]
