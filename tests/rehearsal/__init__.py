"""Four players made of code, who know only their mailboxes, play whole matches by mail."""
