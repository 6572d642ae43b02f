"""Why a backup cannot be made or restored."""


class BackupFault(Exception):
    """A sentence for who keeps the server; nothing was changed."""
