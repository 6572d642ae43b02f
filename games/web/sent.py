"""A form as it was sent: each field once, and in letters that can be read."""

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from games.web.asking import Malformed

UNREADABLE = "\ufffd"


def sent(request: HttpRequest) -> QueryDict:
    """Return the fields of a form; raises `Malformed` for doubled ones and for bad UTF-8."""
    for name, values in request.POST.lists():
        if len(values) > 1:
            raise Malformed(_("A field of the form came twice."))
        if UNREADABLE in name or UNREADABLE in str(values[0]):
            raise Malformed(_("The form holds letters that cannot be read: it is not UTF-8."))
    return request.POST
