"""The bots' names in templates."""

from django import template

from games.tables.bot_names import bot_in_words

register = template.Library()
register.filter(bot_in_words)
