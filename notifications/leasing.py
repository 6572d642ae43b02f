"""Claims a row of an outbox for one worker, whatever the others do."""

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce

from notifications.models import Delivery, Notice


def claim(
    rows: "QuerySet[Notice] | QuerySet[Delivery]",
    *order: str,
    length: timedelta,
    now: datetime,
) -> dict[str, int | str]:
    """Lease a row whose lease ran out, or else the first in `order` that is due, for `length`.

    Returns its `pk` and its `lease`, to read it by, or nothing where nothing is due.
    """
    lapsed = rows.filter(state="leased", lease_until__lte=now).order_by("lease_until")
    due = rows.filter(state="due", due_at__lte=now).order_by(*order)
    # Two questions, each in the order of its index: one of ten thousand is found like one of ten.
    return _first_of(lapsed, length, now) or _first_of(due, length, now)


def _first_of(due: "QuerySet[Any]", length: timedelta, now: datetime) -> dict[str, int | str]:
    lease = secrets.token_hex(16)
    while due.exists():  # outside a transaction, which on SQLite would wait for every writer
        with transaction.atomic():
            found = due
            if connection.features.has_select_for_update_skip_locked:
                found = found.select_for_update(skip_locked=True)
            first = list(found.values_list("pk", flat=True)[:1])
            claimed = (
                due.order_by()
                .filter(pk__in=first)
                .update(
                    state="leased",
                    lease=lease,
                    lease_until=now + length,
                    tries=F("tries") + 1,
                    first_tried_at=Coalesce("first_tried_at", now),
                )
            )
        if claimed:
            return {"pk": first[0], "lease": lease}
    return {}
