"""A player's deadlines as a calendar that other programs subscribe to (RFC 5545)."""
