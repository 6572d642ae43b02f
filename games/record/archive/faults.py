"""Why a directory of matches cannot be written or read."""


class ArchiveFault(Exception):
    """A sentence for who keeps the server, naming the file."""
