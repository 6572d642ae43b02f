"""The only writers of players and of what belongs to them."""

from accounts.services.address import (
    ask_to_change_address,
    change_address,
    give_address,
    read_change_link,
)
from accounts.services.data import data_of
from accounts.services.days_off import days_left, end_time_off, open_times_off, take_time_off
from accounts.services.people import (
    change_mail_habits,
    change_profile,
    delete_account,
    lift_suspension,
    register_or_find,
    settle_in,
    suspend,
    touch,
)
from accounts.services.refusals import refuse, refuses
from accounts.services.signing_in import (
    Claim,
    ask_again,
    ask_to_sign_in,
    claim_by_code,
    newcomer_token,
    read_link,
    sign_in,
)

__all__ = [
    "Claim",
    "ask_again",
    "ask_to_change_address",
    "ask_to_sign_in",
    "change_address",
    "change_mail_habits",
    "change_profile",
    "claim_by_code",
    "data_of",
    "days_left",
    "delete_account",
    "end_time_off",
    "give_address",
    "lift_suspension",
    "newcomer_token",
    "open_times_off",
    "read_change_link",
    "read_link",
    "refuse",
    "refuses",
    "register_or_find",
    "settle_in",
    "sign_in",
    "suspend",
    "take_time_off",
    "touch",
]
