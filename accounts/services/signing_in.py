"""Signing in by mail: a link good in any browser, and a six-digit code beside it (MAIL.md, Links).

The link of a player is django-sesame's; for an address that nobody has yet it is a signed address
instead, and the account is made when that link or the code is confirmed. Known or not, an ask
does the same work and gets the same answer.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlencode

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.db.models import F
from django.urls import reverse
from django.utils.translation import get_language
from sesame.utils import get_token, get_user  # type: ignore[import-untyped]

from accounts.errors import BadLink, Suspended, WrongCode
from accounts.keyed import keyed
from accounts.models import Player, SignInCode
from accounts.services import throttle
from accounts.services.people import register_or_find, touch
from accounts.signals import sign_in_asked
from accounts.validators import clean_address

SCOPE = "sign-in"
NEWCOMER_SALT = "accounts.newcomer"
GOOD_FOR = timedelta(minutes=15)
# How long an old link still says to whom a new one may be mailed.
RENEWABLE_FOR = timedelta(days=90)
TRIES = 5
ASK_WINDOW = timedelta(minutes=15)
ASKS_AN_ADDRESS = 5


@dataclass(frozen=True)
class Claim:
    """An address that was proven by mail, its player if there is one, and whether it was lately."""

    address: str
    player: Player | None
    fresh: bool = True


def ask_to_sign_in(address: str, network: str, *, next_path: str = "", now: datetime) -> str:
    """Have a link and a code mailed and return the address as it is kept.

    Raises `ValidationError` for what is no address and `TooManyAsks`. Nothing that a caller can
    see, nor the work done, tells whether the address is known.
    """
    address = clean_address(address)
    _throttle(address, network, now)
    code = f"{secrets.randbelow(10**6):06d}"
    key = _address_key(address)
    with transaction.atomic():
        player = Player.objects.with_address(address).first()
        SignInCode.objects.update_or_create(
            address_key=key,
            defaults={"code_hash": _code_hash(key, code), "tries": 0, "asked_at": now},
        )
        token = get_token(player, scope=SCOPE) if player else newcomer_token(address)
        sign_in_asked.send(
            sender=Player,
            address=player.email if player else address,
            player=player,
            link=_link(token, next_path),
            code=code,
            language=player.language if player else get_language(),
            now=now,
        )
    return address


def ask_again(token: str, network: str, *, next_path: str = "", now: datetime) -> str:
    """Mail a new link to whom this old one was mailed; raises `BadLink`, `TooManyAsks`."""
    claim = read_link(token)
    return ask_to_sign_in(claim.address, network, next_path=next_path, now=now)


def read_link(token: str) -> Claim:
    """Return whom this link speaks for and whether it is fresh; raises `BadLink`.

    Changes nothing. A changed address has revoked the player's links.
    """
    if ":" in token:
        return _read_newcomer(token)
    player = get_user(token, scope=SCOPE, max_age=GOOD_FOR)
    if isinstance(player, Player):
        return Claim(player.email, player)
    player = get_user(token, scope=SCOPE, max_age=RENEWABLE_FOR)
    if isinstance(player, Player):
        return Claim(player.email, player, fresh=False)
    raise BadLink


def claim_by_code(address: str, code: str, network: str, *, now: datetime) -> Claim:
    """Return the claim that the newest code of this address proves; the code is good once.

    Raises `ValidationError` for what is no address, `WrongCode` and `TooManyAsks`.
    """
    address = clean_address(address)
    throttle.count("code", network, limit=settings.SIGN_INS_PER_NETWORK, window=ASK_WINDOW, now=now)
    key = _address_key(address)
    mine = SignInCode.objects.filter(address_key=key)
    tried = mine.filter(tries__lt=TRIES, asked_at__gt=now - GOOD_FOR).update(tries=F("tries") + 1)
    if not tried or not mine.filter(code_hash=_code_hash(key, code)).delete()[0]:
        raise WrongCode
    return Claim(address, Player.objects.with_address(address).first())


def sign_in(
    claim: Claim, *, display_name: str, language: str, time_zone: str, now: datetime
) -> Player:
    """Return the player who may be signed in by this claim, made now if the address is new.

    Raises `Suspended`, and `ValidationError` for the name or the settings of somebody new.
    """
    player = claim.player or register_or_find(
        claim.address,
        display_name=display_name,
        language=language,
        time_zone=time_zone,
        now=now,
    )
    if player.is_suspended:
        raise Suspended(player.suspension_reason)
    touch(player, now=now)
    return player


def newcomer_token(address: str) -> str:
    """Return a token that proves an address which may belong to nobody yet."""
    return signing.dumps(address, salt=NEWCOMER_SALT)


def _read_newcomer(token: str) -> Claim:
    try:
        address = signing.loads(token, salt=NEWCOMER_SALT, max_age=RENEWABLE_FOR)
    except signing.BadSignature as error:
        raise BadLink from error
    player = Player.objects.with_address(address).first()
    try:
        signing.loads(token, salt=NEWCOMER_SALT, max_age=GOOD_FOR)
    except signing.SignatureExpired:
        return Claim(address, player, fresh=False)
    return Claim(address, player)


def _throttle(address: str, network: str, now: datetime) -> None:
    throttle.count(
        "ask network", network, limit=settings.SIGN_INS_PER_NETWORK, window=ASK_WINDOW, now=now
    )
    throttle.count(
        "ask address", address.lower(), limit=ASKS_AN_ADDRESS, window=ASK_WINDOW, now=now
    )


def _address_key(address: str) -> str:
    return keyed("address", address.lower())


def _code_hash(address_key: str, code: str) -> str:
    return keyed("code", f"{address_key}:{code}")


def _link(token: str, next_path: str) -> str:
    query = {"token": token, **({"next": next_path} if next_path else {})}
    return f"{settings.SITE_URL}{reverse('accounts:link')}?{urlencode(query)}"
