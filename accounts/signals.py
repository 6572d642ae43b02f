"""What accounts tells whoever sends mail or keeps seats; it knows neither.

All are sent inside the transaction that made them true, so a listener's row and the cause are
kept together or not at all. Every signal carries `now`.
"""

from django.dispatch import Signal

# address, player (None: nobody has that address yet), link, code, language, now
sign_in_asked = Signal()

# player, new_address, link, now: the link goes to the new address
address_change_asked = Signal()

# player, old_address, now: the old address is told, links of the player lose their power
address_changed = Signal()

# player, now: sent before the row goes
player_leaving = Signal()

# player, now
player_suspended = Signal()
suspension_lifted = Signal()

# address, now: it wants no invitations, ever, and what is kept of it goes unless a player has it
address_refused = Signal()

# player, now: each listener returns the sections that it adds to the data they download
data_wanted = Signal()

# time_off, now: its player's clocks stand still then
time_off_taken = Signal()

# time_off, now: it was ended early, and may never have begun
time_off_ended = Signal()
