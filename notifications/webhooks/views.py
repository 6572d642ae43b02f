"""A player's webhooks: the list with a form for a new one, and the page of each."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls.converters import IntConverter
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.problems import problem
from accounts.views.manners import PlayerRequest, View, own_page, status_of
from notifications.webhooks import keeping
from notifications.webhooks.forms import WebhookForm
from notifications.webhooks.keeping import TooMany
from notifications.webhooks.rows import Delivery, Webhook
from notifications.webhooks.words import trouble_said

LAST: Final = 10
"""How many of the last deliveries a page shows."""


class HookConverter(IntConverter):
    """The number of a webhook, as a database can have it."""

    regex = "[1-9][0-9]{0,17}"


@dataclass(frozen=True)
class Told:
    """A delivery as its player sees it."""

    delivery: Delivery
    trouble: str


def own_hook(view: Callable[[PlayerRequest, Webhook], HttpResponse]) -> View[[int]]:
    """Make a view the page of one webhook, which only its player gets to see."""

    @own_page
    @wraps(view)
    def found(request: PlayerRequest, number: int) -> HttpResponse:
        hooks = Webhook.objects.select_related("match").defer("secret")
        hook = hooks.filter(pk=number, player=request.user).first()
        return problem(request, 404) if hook is None else view(request, hook)

    return found


@own_page
def webhooks(request: PlayerRequest) -> HttpResponse:
    """List the webhooks, and add one when asked to by POST."""
    player = request.user
    form = WebhookForm(player, request.POST if request.method == "POST" else None)
    if form.is_valid():
        sent, now = form.cleaned_data, timezone.now()
        try:
            hook = keeping.add(
                player, url=sent["url"], form=sent["form"], match=form.match, now=now
            )
        except TooMany:
            words = {"most": keeping.MOST}
            form.add_error(None, _("You have %(most)d webhooks, and no more fit in.") % words)
        else:
            messages.success(request, _("Your webhook is there: send a test to see it work."))
            return redirect("notifications:webhook", hook.pk)
    hooks = Webhook.objects.filter(player=player).order_by("pk").defer("secret")
    shown = {"hooks": hooks, "form": form}
    return render(request, "notifications/webhooks.html", shown, status=status_of(form))


@own_hook
def webhook(request: PlayerRequest, hook: Webhook) -> HttpResponse:
    """Show a webhook; a POST changes it, tests it, renews its secret or switches it on."""
    if request.method != "POST":
        return _page(request, hook, WebhookForm(request.user, None, hook))
    if "secret" in request.POST:
        # Shown in the answer itself: nothing keeps it for a page to come.
        secret = keeping.renew_secret(hook)
        return _page(request, hook, WebhookForm(request.user, None, hook), secret)
    if "test" in request.POST:
        keeping.test(hook, now=timezone.now())
        messages.success(request, _("A test message is on its way."))
    elif "on" in request.POST:
        keeping.switch_on(hook)
        messages.success(request, _("It is switched on again."))
    else:
        form = WebhookForm(request.user, request.POST, hook)
        if not form.is_valid():
            return _page(request, hook, form)
        sent = form.cleaned_data
        keeping.change(hook, url=sent["url"], form=sent["form"], match=form.match)
        messages.success(request, _("Saved."))
    return redirect("notifications:webhook", hook.pk)


@own_hook
def delete(request: PlayerRequest, hook: Webhook) -> HttpResponse:
    """Ask whether a webhook is to go, and delete it when the answer comes by POST."""
    if request.method != "POST":
        return render(request, "notifications/webhook_delete.html", {"hook": hook})
    keeping.delete(hook)
    messages.success(request, _("The webhook is deleted."))
    return redirect("notifications:webhooks")


def _page(
    request: PlayerRequest, hook: Webhook, form: WebhookForm, secret: str = ""
) -> HttpResponse:
    last = hook.deliveries.order_by("-pk")[:LAST]
    words = {
        "hook": hook,
        "form": form,
        "secret": secret,
        "trouble": trouble_said(hook.trouble),
        "told": [Told(delivery, trouble_said(delivery.last_error)) for delivery in last],
    }
    return render(request, "notifications/webhook.html", words, status=status_of(form))
