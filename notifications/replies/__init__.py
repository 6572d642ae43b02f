"""Moves by reply: what comes back to a turn mail, read, judged and carried out (MAIL.md)."""
