"""Claims a row of an outbox for one worker, whatever the others do."""

import secrets
from collections.abc import Iterable
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
    one_each: str = "",
) -> dict[str, int | str]:
    """Lease a row whose lease ran out, or else the first in `order` that is due, for `length`.

    Returns its `pk` and its `lease`, to read it by, or nothing where nothing is due. Where which
    rows may be leased depends on other leases of the same value in the column `one_each`, as
    `rows` asks, no two workers look at one value at once.
    """
    lapsed = rows.filter(state="leased", lease_until__lte=now).order_by("lease_until")
    due = rows.filter(state="due", due_at__lte=now).order_by(*order)
    # Two questions, each in the order of its index: one of ten thousand is found like one of ten.
    for found in (lapsed, due):
        if claimed := _first_of(found, length, now, one_each):
            return claimed
    return {}


def _first_of(
    due: "QuerySet[Any]", length: timedelta, now: datetime, one_each: str
) -> dict[str, int | str]:
    lease = secrets.token_hex(16)
    while due.exists():  # outside a transaction, which on SQLite would wait for every writer
        with transaction.atomic():
            found = due
            if connection.features.has_select_for_update_skip_locked:
                found = found.select_for_update(skip_locked=True)
            first = list(found.values_list("pk", one_each or "pk")[:1])
            if one_each:
                _take_turns(one_each, [value for _pk, value in first if value is not None])
            claimed = (
                due.order_by()
                .filter(pk__in=[pk for pk, _value in first])
                .update(
                    state="leased",
                    lease=lease,
                    lease_until=now + length,
                    tries=F("tries") + 1,
                    first_tried_at=Coalesce("first_tried_at", now),
                )
            )
        if claimed:
            return {"pk": first[0][0], "lease": lease}
    return {}


def _take_turns(one_each: str, values: Iterable[int]) -> None:
    """Wait for who claims a row with the same value now; SQLite has one writer at a time anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for value in values:
                cursor.execute(
                    "SELECT pg_advisory_xact_lock(hashtext(%s), %s)",
                    [f"lease by {one_each}", value % 2**31],
                )
