"""Webhooks: the news of the mails, posted to an address that a player chose (docs/HOOKS.md)."""
