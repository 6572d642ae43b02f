"""Mail that comes back: what a mail server reports, and the addresses that get none any more."""
