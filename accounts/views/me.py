"""A player's own pages: profile, change of address, their data, deletion."""

from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts import cookies, services
from accounts.forms import AddressForm, LeaveForm, ProfileForm
from accounts.middleware import browser_time_zone
from accounts.network import network_of
from accounts.views.manners import PlayerRequest, is_of_page, own_page, page, status_of

ADDRESS_LINK = "address-link"
TOKEN_LENGTH = 1500


@own_page
def profile(request: PlayerRequest) -> HttpResponse:
    """Show and change name, language and time zone."""
    sent = request.POST if request.method == "POST" else None
    form = ProfileForm.of(request.user, sent, browser_time_zone(request))
    if form.is_valid():
        services.change_profile(request.user, **form.cleaned_data)
        with translation.override(request.user.language):
            messages.success(request, _("Saved."))
        return redirect("accounts:profile")
    return render(request, "accounts/profile.html", {"form": form}, status=status_of(form))


@own_page
def address(request: PlayerRequest) -> HttpResponse:
    """Have a link mailed to the new address."""
    form = AddressForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            new_address = services.ask_to_change_address(
                request.user,
                form.cleaned_data["new_address"],
                network_of(request),
                now=timezone.now(),
            )
        except ValidationError as refused:
            form.add_error("new_address", refused)
        else:
            words = {"address": new_address}
            messages.info(request, _("A mail is on its way to %(address)s.") % words)
            return redirect("accounts:address")
    return render(request, "accounts/address.html", {"form": form}, status=status_of(form))


@page
def address_link(request: HttpRequest) -> HttpResponse:
    """Take the token out of the address; it goes on in a cookie, to a page that asks."""
    response = redirect("accounts:address_confirm")
    token = request.GET.get("token", "")[:TOKEN_LENGTH]
    cookies.keep(response, ADDRESS_LINK, {"token": token}, path=reverse("accounts:address"))
    return response


@page
def address_confirm(request: HttpRequest) -> HttpResponse:
    """Ask whether the new address is to be used, and use it when the answer comes by POST."""
    token = cookies.kept(request, ADDRESS_LINK).get("token", "")
    change = services.read_change_link(token)
    if not is_of_page(request, change.new_address):
        return redirect("accounts:address_confirm")
    if request.method != "POST":
        return render(request, "accounts/address_confirm.html", {"change": change})
    player = services.change_address(token, now=timezone.now())
    words = {"address": player.email}
    messages.success(request, _("Your address is %(address)s from now on.") % words)
    response = redirect("accounts:profile")
    if request.user == player:
        update_session_auth_hash(request, player)
    response.delete_cookie(ADDRESS_LINK, path=reverse("accounts:address"))
    return response


@own_page
def data(request: PlayerRequest) -> HttpResponse:
    """Send all that is kept of the player as one JSON file; no cache keeps it."""
    found = services.data_of(request.user, now=timezone.now())
    response = JsonResponse(found, json_dumps_params={"indent": 2, "ensure_ascii": False})
    response["Content-Disposition"] = 'attachment; filename="chickenfoot-my-data.json"'
    return response


@own_page
def leave(request: PlayerRequest) -> HttpResponse:
    """Say what a deletion does, and do it when the answer comes by POST."""
    form = LeaveForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return render(request, "accounts/leave.html", {"form": form}, status=status_of(form))
    services.delete_account(request.user, now=timezone.now())
    logout(request)
    messages.success(request, _("Your account is deleted. Thank you for having played."))
    return redirect("accounts:sign_in")
