"""The match record: what leaves the log and comes back, and whether it is true (RECORD.md)."""
