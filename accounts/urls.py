"""The addresses of accounts."""

from django.urls import path

from accounts.views import me, sign_in, time_off

app_name = "accounts"

urlpatterns = [
    path("sign-in/", sign_in.ask, name="sign_in"),
    path("sign-in/sent/", sign_in.sent, name="sent"),
    path("sign-in/code/", sign_in.code, name="code"),
    path("sign-in/link/", sign_in.link, name="link"),
    path("sign-in/confirm/", sign_in.confirm, name="confirm"),
    path("sign-in/again/", sign_in.again, name="again"),
    path("sign-out/", sign_in.sign_out, name="sign_out"),
    path("me/", me.profile, name="profile"),
    path("me/address/", me.address, name="address"),
    path("me/address/link/", me.address_link, name="address_link"),
    path("me/address/confirm/", me.address_confirm, name="address_confirm"),
    path("me/time-off/", time_off.time_off, name="time_off"),
    path("me/time-off/end/", time_off.end, name="time_off_end"),
    path("me/data/", me.data, name="data"),
    path("me/delete/", me.leave, name="delete"),
]
