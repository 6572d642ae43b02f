"""Signing in and out. A link's GET leaves a cookie and changes nothing; a POST signs in."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts import cookies, services
from accounts.backends import PLAYER_BACKEND
from accounts.errors import BadLink, WrongCode
from accounts.forms import AskForm, CodeForm, NewcomerForm
from accounts.middleware import browser_time_zone
from accounts.network import network_of
from accounts.services import Claim
from accounts.views.manners import is_of_page, page, safe_path, status_of

ASKED = "sign-in-asked"
LINK = "sign-in-link"
TOKEN_LENGTH = 1000


@page
def ask(request: HttpRequest) -> HttpResponse:
    """Ask for an address and have a link and a code mailed to it."""
    values = request.POST if request.method == "POST" else request.GET
    next_path = safe_path(request, values.get("next", ""))
    form = AskForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        address = services.ask_to_sign_in(
            form.cleaned_data["address"],
            network_of(request),
            next_path=next_path,
            now=timezone.now(),
        )
        return _sent(address, next_path)
    words = {"form": form, "next": next_path}
    return render(request, "accounts/sign_in.html", words, status=status_of(form))


@page
def sent(request: HttpRequest) -> HttpResponse:
    """Say that a mail is on its way and take the code that is in it."""
    asked = cookies.kept(request, ASKED)
    form = CodeForm(initial={"address": asked.get("address", "")})
    return render(request, "accounts/sent.html", {"form": form, "address": asked.get("address")})


@page
def code(request: HttpRequest) -> HttpResponse:
    """Sign in by the code; somebody new is asked for a name first."""
    if request.method != "POST":
        return redirect("accounts:sent")
    asked = cookies.kept(request, ASKED)
    form = CodeForm(request.POST)
    if form.is_valid():
        address, digits = form.cleaned_data["address"], form.cleaned_data["code"]
        try:
            claim = services.claim_by_code(address, digits, network_of(request), now=timezone.now())
        except WrongCode as refused:
            form.add_error("code", refused.sentence)
        else:
            return _enter(request, claim, asked.get("next", ""))
    words = {"form": form, "address": asked.get("address")}
    return render(request, "accounts/sent.html", words, status=422)


@page
def link(request: HttpRequest) -> HttpResponse:
    """Take the token out of the address: it goes on in a cookie, to a page that asks."""
    token = request.GET.get("token", "")
    if not token or len(token) > TOKEN_LENGTH:
        return _link_is_over(request, BadLink.status)
    response = redirect("accounts:confirm")
    value = {"token": token, "next": safe_path(request, request.GET.get("next", ""))}
    cookies.keep(response, LINK, value, path=reverse("accounts:sign_in"))
    return response


@page
def confirm(request: HttpRequest) -> HttpResponse:
    """Ask "Sign in as …?" and sign in when the answer comes by POST."""
    opened = cookies.kept(request, LINK)
    try:
        claim = services.read_link(opened.get("token", ""))
    except BadLink:
        return _link_is_over(request, BadLink.status)
    if not claim.fresh:
        return _link_is_over(request, 410, claim)
    if not is_of_page(request, claim.address):  # another link was opened since, in another tab
        return redirect("accounts:confirm")
    form = _newcomer_form(request) if claim.player is None else None
    if request.method == "POST" and (form is None or form.is_valid()):
        values = form.cleaned_data if form else {}
        return _signed_in(request, claim, values, opened.get("next", ""))
    words = {"claim": claim, "form": form}
    status = status_of(form) if form else 200
    return render(request, "accounts/confirm.html", words, status=status)


@page
def again(request: HttpRequest) -> HttpResponse:
    """Mail a new link to the address that an old one was mailed to."""
    opened = cookies.kept(request, LINK)
    if request.method != "POST" or not opened:
        return redirect("accounts:sign_in")
    next_path = opened.get("next", "")
    address = services.ask_again(
        opened["token"], network_of(request), next_path=next_path, now=timezone.now()
    )
    return _sent(address, next_path)


@page
def sign_out(request: HttpRequest) -> HttpResponse:
    """Ask whether to sign out, do it by POST, and say that it is done."""
    if request.method == "POST":
        logout(request)
        return redirect("accounts:sign_out")
    return render(request, "accounts/sign_out.html")


def _sent(address: str, next_path: str) -> HttpResponse:
    response = redirect("accounts:sent")
    value = {"address": address, "next": next_path}
    cookies.keep(response, ASKED, value, path=reverse("accounts:sign_in"))
    return response


def _enter(request: HttpRequest, claim: Claim, next_path: str) -> HttpResponse:
    """Sign a player in at once; lead somebody new to the page that asks for a name."""
    if claim.player is not None:
        return _signed_in(request, claim, {}, next_path)
    response = redirect("accounts:confirm")
    value = {"token": services.newcomer_token(claim.address), "next": next_path}
    cookies.keep(response, LINK, value, path=reverse("accounts:sign_in"))
    return response


def _newcomer_form(request: HttpRequest) -> NewcomerForm:
    initial = {"language": get_language() or "", "time_zone": browser_time_zone(request)}
    return NewcomerForm(request.POST if request.method == "POST" else None, initial=initial)


def _signed_in(
    request: HttpRequest, claim: Claim, values: dict[str, str], next_path: str
) -> HttpResponse:
    player = services.sign_in(
        claim,
        display_name=values.get("display_name", ""),
        language=values.get("language", ""),
        time_zone=values.get("time_zone", ""),
        now=timezone.now(),
    )
    login(request, player, backend=PLAYER_BACKEND)
    if claim.player is None:
        messages.success(request, _("Welcome, %(name)s.") % {"name": player.display_name})
    response = redirect(next_path or settings.LOGIN_REDIRECT_URL)
    for name in (ASKED, LINK):
        response.delete_cookie(name, path=reverse("accounts:sign_in"))
    return response


def _link_is_over(request: HttpRequest, status: int, claim: Claim | None = None) -> HttpResponse:
    words = {"claim": claim, "form": AskForm()}
    return render(request, "accounts/link_over.html", words, status=status)
