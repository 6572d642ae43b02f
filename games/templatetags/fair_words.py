"""What the check of a match tells in the browser, where it takes a number to say it."""

from django import template
from django.utils.translation import ngettext

from games.web.plurals import each_form_written

register = template.Library()


@register.simple_tag
def chain_is_whole() -> str:
    """Return, in each form, that a number of `{events}` is a whole chain."""
    return each_form_written(
        lambda number: ngettext(
            "{events} event: the chain is whole.",
            "{events} events, and each one seals all those before it: the chain is whole.",
            number,
        )
    )


@register.simple_tag
def all_was_dealt() -> str:
    """Return, in each form, that a number of `{deals}` rounds was dealt as promised."""
    return each_form_written(
        lambda number: ngettext(
            "{deals} round was dealt, from that number and the words of the players.",
            "{deals} rounds were dealt, each from that number and the words of the players.",
            number,
        )
    )
