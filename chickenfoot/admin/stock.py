"""Django's own classes, which are generic for the type checker alone, and one that only reads."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

if TYPE_CHECKING:
    StockAdmin = admin.ModelAdmin[Any]
    StockUserAdmin = UserAdmin[Any]
    StockForm = forms.ModelForm[Any]
    StockModelChoiceField = forms.ModelChoiceField[Any]
else:
    StockAdmin = admin.ModelAdmin
    StockUserAdmin = UserAdmin
    StockForm = forms.ModelForm
    StockModelChoiceField = forms.ModelChoiceField


class ReadingAdmin(StockAdmin):
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
