"""Addresses of the administration, and how its pages are read."""

from typing import Any

from django.contrib.admin.models import LogEntry
from django.db.models import Model
from django.test import Client
from django.urls import reverse


def kind_of(target: type[Model] | Model) -> str:
    return f"admin:{target._meta.app_label}_{target._meta.model_name}"


def page(target: Model) -> str:
    return reverse(f"{kind_of(target)}_change", args=[target.pk])


def listed(model: type[Model]) -> str:
    return reverse(f"{kind_of(model)}_changelist")


def act(target: Model, name: str) -> str:
    return reverse(f"{kind_of(target)}_act", args=[target.pk, name])


def do(browser: Client, target: Model, name: str, **said: Any) -> str:
    """Ask for an act, answer it, and return the page that comes; the target is looked up anew."""
    address = act(target, name)
    assert browser.get(address).status_code == 200
    answer = browser.post(address, {"reason": "because", **said}, follow=True)
    assert answer.status_code == 200, answer.content.decode()
    if type(target)._default_manager.filter(pk=target.pk).exists():
        target.refresh_from_db()
    return answer.content.decode()


def refused(browser: Client, target: Model, name: str, **said: Any) -> str:
    """Answer an act in a way that cannot be, and return the form that comes back."""
    before = LogEntry.objects.count()
    answer = browser.post(act(target, name), {"reason": "because", **said})
    assert answer.status_code == 422
    assert LogEntry.objects.count() == before
    return answer.content.decode()


def kept(target: Model) -> list[tuple[str, str]]:
    """Return who did what to a target, and why, the newest first."""
    entries = LogEntry.objects.filter(
        object_id=str(target.pk), content_type__model=kind_name(target)
    )
    return [(entry.user.display_name, entry.get_change_message()) for entry in entries]


def kind_name(target: Model) -> str:
    return str(target._meta.model_name)
