"""Who may be signed in: anybody active whom no administrator has suspended."""

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import AnonymousUser

from accounts.models import Player

PLAYER_BACKEND = "accounts.backends.PlayerBackend"


class PlayerBackend(ModelBackend):
    """Opens sessions and checks administrators' passwords; a suspension ends both at once."""

    def user_can_authenticate(self, user: Player | AnonymousUser | None) -> bool:
        """Return whether this player may come in."""
        allowed = super().user_can_authenticate(user)
        return allowed and not (isinstance(user, Player) and user.is_suspended)
