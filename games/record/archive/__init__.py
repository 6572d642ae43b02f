"""All matches in a directory: records, what lies beside them, and a manifest of their heads."""

from .faults import ArchiveFault
from .reading import import_all
from .writing import export_all

__all__ = ["ArchiveFault", "export_all", "import_all"]
