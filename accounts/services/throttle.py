"""How often one address or one network may ask.

Counted in the database: Django's file and database caches neither count atomically nor keep the
end of a window when they count.
"""

import math
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from accounts.errors import TooManyAsks
from accounts.keyed import keyed
from accounts.models import Throttle

_SWEPT_AT_ONCE = 100


def count(kind: str, who: str, *, limit: int, window: timedelta, now: datetime) -> None:
    """Count one more ask of this kind; raises `TooManyAsks` beyond `limit` within `window`."""
    key = keyed("throttle", f"{kind}:{who}")
    with transaction.atomic():
        if not Throttle.objects.filter(key=key, resets_at__gt=now).update(count=F("count") + 1):
            _sweep(now)
            Throttle.objects.update_or_create(
                key=key, defaults={"count": 1, "resets_at": now + window}
            )
        counted = Throttle.objects.get(key=key)
    if counted.count > limit:
        raise TooManyAsks(wait=max(1, math.ceil((counted.resets_at - now).total_seconds())))


def _sweep(now: datetime) -> None:
    """Forget windows that are over; those that another request is at are left to it."""
    over = Throttle.objects.select_for_update(skip_locked=True).filter(resets_at__lte=now)
    keys = list(over.values_list("key", flat=True)[:_SWEPT_AT_ONCE])
    Throttle.objects.filter(key__in=keys).delete()
