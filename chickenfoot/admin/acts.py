"""Acts of an administrator: each is asked about, done by one service, and kept with its reason."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Generic, TypeVar, cast

from django import forms
from django.contrib import messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.utils import unquote
from django.contrib.admin.widgets import AdminTextInputWidget
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.errors import AccountError
from accounts.models import Player
from accounts.network import network_of
from chickenfoot.admin import kept
from chickenfoot.admin.stock import ListAdmin
from games.services import ServiceError

M = TypeVar("M", bound=Model)
REFUSALS = (AccountError, ServiceError, ValidationError)


class ReasonForm(forms.Form):
    """Why something is done; an act that needs to know more has a form that goes on from this."""

    required_css_class = "required"
    asked_for: ClassVar[str] = ""
    """The field that a link to the form may fill."""

    reason = forms.CharField(
        label=gettext_lazy("Why"),
        max_length=200,
        widget=AdminTextInputWidget,
        help_text=gettext_lazy("Kept with the act, under your name."),
    )

    def __init__(self, target: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.target = target
        self.order_fields([name for name in self.fields if name != "reason"])


@dataclass(frozen=True)
class Asked(Generic[M]):
    """An act that was asked for: what was said in its form, by whom, from where and when."""

    target: M
    said: Mapping[str, Any]
    by: Player
    network: str
    now: datetime


class Act(Generic[M]):
    """One thing that can be done to a target; `explanation` says what it brings about."""

    name: ClassVar[str]
    title: ClassVar[str | Promise]
    explanation: ClassVar[str | Promise]
    form_class: ClassVar[type[ReasonForm]] = ReasonForm
    permission: ClassVar[str] = "change"
    in_bulk: ClassVar[bool] = False
    """Whether it can be done to several targets of a list at once."""

    def fits(self, target: M) -> bool:
        """Return whether there is anything to do; where it is not said, there always is."""
        return True

    def do(self, asked: Asked[M]) -> None:
        """Do it, by one call of a service; raises one of REFUSALS if it cannot be done."""
        raise NotImplementedError


class ActingAdmin(ListAdmin):
    """A ModelAdmin whose targets have acts: buttons on the page, some of them in the list."""

    acts: ClassVar[Sequence[Act[Any]]]
    change_form_template = "admin/acting.html"

    def may(self, request: HttpRequest, act: Act[Any], target: Model | None = None) -> bool:
        """Return whether somebody may do this."""
        return bool(request.user.has_perm(f"{self.opts.app_label}.{act.permission}_{self._kind}"))

    @property
    def _kind(self) -> str:
        return str(self.opts.model_name)

    def get_urls(self) -> list[URLPattern]:
        """Return the addresses, those of the acts before the stock ones, which take all."""
        act = path(
            "<path:object_id>/act/<slug:name>/",
            self.admin_site.admin_view(self.act_view),
            name=f"{self.opts.app_label}_{self._kind}_act",
        )
        return [act, *super().get_urls()]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show the stock page with the acts that fit."""
        target = self.get_object(request, unquote(object_id))
        words = {**(extra_context or {}), **(self.words_for(request, target) if target else {})}
        return super().change_view(request, object_id, form_url, words)

    def words_for(self, request: HttpRequest, target: Model) -> dict[str, Any]:
        """Return what the page of a target shows beside its fields."""
        opened = self.open_acts(request, target)
        return {"acts": [(act.title, address) for act, address in opened]}

    def open_acts(self, request: HttpRequest, target: Model) -> list[tuple[Act[Any], str]]:
        """Return what may be done and fits, each with the address where it is asked about."""
        kind = f"admin:{self.opts.app_label}_{self._kind}_act"
        return [
            (act, reverse(kind, args=[target.pk, act.name]))
            for act in self.acts
            if self.may(request, act, target) and act.fits(target)
        ]

    def act_view(self, request: HttpRequest, object_id: str, name: str) -> HttpResponse:
        """Ask about an act, and do it when the answer comes by POST."""
        target = self.get_object(request, unquote(object_id))
        act = next((act for act in self.acts if act.name == name), None)
        if target is None or act is None:
            raise Http404
        if not self.has_view_permission(request, target) or not self.may(request, act, target):
            raise PermissionDenied
        if not act.fits(target):
            messages.warning(request, _("There is nothing to do: it has changed meanwhile."))
            return redirect(self._page_of(target))
        sent = request.POST if request.method == "POST" else None
        asked = {act.form_class.asked_for: request.GET.get(act.form_class.asked_for, "")}
        form = act.form_class(target, sent, initial=asked)
        if form.is_valid() and self._was_done(request, act, target, form):
            messages.success(request, _("Done: %(title)s.") % {"title": act.title})
            return redirect(self._page_of(target))
        return self._ask(request, act, [target], form)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Return the acts that can be done to several at once, and none of the stock actions."""
        if not hasattr(request, "user"):
            return {}
        return {
            act.name: (_in_bulk(act), act.name, act.title)
            for act in self.acts
            if act.in_bulk and self.may(request, act)
        }

    def act_on_all(
        self, request: HttpRequest, act: Act[Any], targets: QuerySet[Any]
    ) -> HttpResponse | None:
        """Ask about an act on several targets, then do it to each that it fits."""
        fitting = [each for each in targets if self.may(request, act, each) and act.fits(each)]
        form = act.form_class(None, request.POST if "confirmed" in request.POST else None)
        if not fitting:
            messages.warning(request, _("There is nothing to do."))
            return None
        if not form.is_valid():
            return self._ask(request, act, fitting, form)
        for target in fitting:
            if self._was_done(request, act, target, form):
                done = {"name": target, "title": act.title}
                messages.success(request, _("%(name)s: %(title)s.") % done)
            else:
                errors = {"name": target, "why": form.non_field_errors()[-1]}
                messages.error(request, _("%(name)s: %(why)s") % errors)
        return None

    def _was_done(
        self, request: HttpRequest, act: Act[Any], target: Model, form: ReasonForm
    ) -> bool:
        """Do it and keep it, both or neither; the form says why it could not be done."""
        by = cast("Player", request.user)
        asked = Asked(target, form.cleaned_data, by, network_of(request), timezone.now())
        try:
            with transaction.atomic():
                kept.keep(by, target, f"{act.title}: {form.cleaned_data['reason']}")
                act.do(asked)
        except REFUSALS as refused:
            form.add_error(None, _sentence(refused))
            return False
        return True

    def _page_of(self, target: Model) -> str:
        """Return the target's page, or its list once it is gone."""
        kind = f"admin:{self.opts.app_label}_{self._kind}"
        if self.model.objects.filter(pk=target.pk).exists():
            return reverse(f"{kind}_change", args=[target.pk])
        return reverse(f"{kind}_changelist")

    def _ask(
        self, request: HttpRequest, act: Act[Any], targets: Sequence[Model], form: ReasonForm
    ) -> HttpResponse:
        words = {
            **self.admin_site.each_context(request),
            "title": act.title if len(targets) > 1 else f"{act.title}: {targets[0]}",
            "opts": self.opts,
            "act": act,
            "targets": targets,
            "form": form,
            "media": self.media + form.media,
            "in_bulk": request.resolver_match is not None
            and str(request.resolver_match.url_name).endswith("_changelist"),
            "checkbox": ACTION_CHECKBOX_NAME,
        }
        status = 422 if form.errors else 200
        return TemplateResponse(request, "admin/act.html", words, status=status)


def _in_bulk(act: Act[Any]) -> Any:
    def ask_or_do(
        modeladmin: ActingAdmin, request: HttpRequest, queryset: QuerySet[Any]
    ) -> HttpResponse | None:
        return modeladmin.act_on_all(request, act, queryset)

    return ask_or_do


def _sentence(refused: Exception) -> str:
    if isinstance(refused, ValidationError):
        return " ".join(refused.messages)
    return str(refused)
