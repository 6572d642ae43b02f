"""A backup of everything a server keeps: made while it runs, restored into either database."""

from chickenfoot.backup.faults import BackupFault
from chickenfoot.backup.restoring import opens_mailed_links, restore
from chickenfoot.backup.writing import write

__all__ = ["BackupFault", "opens_mailed_links", "restore", "write"]
