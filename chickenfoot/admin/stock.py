"""Django's own classes, which are generic for the type checker alone, and stricter ones."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Final

from django import forms
from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.db import DataError
from django.http import HttpRequest

if TYPE_CHECKING:
    StockAdmin = admin.ModelAdmin[Any]
    StockGroupAdmin = GroupAdmin
    StockUserAdmin = UserAdmin[Any]
    StockForm = forms.ModelForm[Any]
    StockModelChoiceField = forms.ModelChoiceField[Any]
else:
    StockAdmin = admin.ModelAdmin
    StockGroupAdmin = GroupAdmin
    StockUserAdmin = UserAdmin
    StockForm = forms.ModelForm
    StockModelChoiceField = forms.ModelChoiceField

_ASKED_BY_FILTERS: Final = ("exact", "id__exact", "isnull", "gte", "lt", "year", "month", "day")


class ListAdmin(StockAdmin):
    """A list that is asked only for what its own filters and our links ask for.

    Django's own takes any question about any field of a row, shown or not: staff could guess what
    no page shows sign by sign, and half of the questions end as a fault of the server.
    """

    asked_by_links: ClassVar[frozenset[str]] = frozenset()

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Return whether a list may be asked for it; what it may not is answered with 400."""
        return lookup in self.asked_by_links or lookup in self._filtered()

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """Return the list; raises `IncorrectLookupParameters` for values that no row can have."""
        try:
            return super().get_changelist_instance(request)
        except (ValueError, OverflowError, DataError) as nonsense:
            raise IncorrectLookupParameters from nonsense

    def _filtered(self) -> Iterator[str]:
        """Yield the parameters that the filters of the list take."""
        fields = [self.date_hierarchy] if self.date_hierarchy else []
        for each in self.list_filter:
            match each:
                case str() as field:
                    fields.append(field)
                case (str() as field, _):
                    fields.append(field)
                case type() if issubclass(each, admin.SimpleListFilter):
                    yield str(each.parameter_name)
        for field in fields:
            yield field
            yield from (f"{field}__{way}" for way in _ASKED_BY_FILTERS)


class ReadingAdmin(ListAdmin):
    """A list and pages to read: nothing is added, changed or deleted here."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False."""
        return False
