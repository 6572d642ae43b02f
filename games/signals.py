"""What the game tells those who follow it, always after the commit."""

from django.dispatch import Signal

# A match's log or what waits in it has changed: match_id.
events_recorded = Signal()

# Somebody was invited by address: invitation_id.
invited = Signal()

# Bots wait that think, or more than one process plays at once: match_id.
bots_waiting = Signal()

# A seat's player wants a new link by mail, for the one they have is over: seat_id.
link_wanted = Signal()
