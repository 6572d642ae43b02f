"""The broker of the embedded default: messages as files in a folder, each there whole or not.

Kombu's own file transport writes a message where its reader may already take it, and an empty one
ends the worker; here it gets its name when it is written. There are no exchanges: a task goes to
its queue by name.
"""

import os
import time
import uuid
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps, loads

SCHEME = "folder"


class Channel(filesystem.Channel):
    """Puts messages into the folder and takes them out, oldest first."""

    def _lookup(self, _exchange: str, routing_key: str, _default: str | None = None) -> list[str]:
        return [routing_key]

    def _queue_bind(self, *_: Any) -> None:
        """Bind nothing: no table says which queue is meant."""

    # Its stubs have two names for the message.
    def _put(self, queue: str, payload: Any, **_: Any) -> None:  # type: ignore[override]
        name = f"{time.time_ns()}_{uuid.uuid4()}"
        draft = self._folder / f"{name}.draft"
        draft.write_text(dumps(payload), encoding="utf-8")
        draft.rename(self._folder / f"{name}.{queue}.msg")

    def _get(self, queue: str, timeout: float | None = None) -> Any:  # noqa: ARG002 - kombu's
        for name in sorted(file.name for file in os.scandir(self._folder)):
            if name.endswith(f".{queue}.msg") and (payload := self._take(self._folder / name)):
                return loads(payload)
        raise Empty

    def _take(self, path: Path) -> str:
        """Return what is in a file, and remove it; nothing where another worker was faster."""
        mine = path.with_suffix(f".{uuid.uuid4()}")
        try:
            path.rename(mine)
        except FileNotFoundError:
            return ""
        payload = mine.read_text(encoding="utf-8")
        mine.unlink()
        return payload

    @property
    def _folder(self) -> Path:
        """The folder, made anew where somebody has cleaned up: what lay there may be lost."""
        folder = Path(self.data_folder_in)
        folder.mkdir(parents=True, exist_ok=True)
        return folder


class Transport(filesystem.Transport):
    """The transport that `folder://` names."""

    Channel = Channel


TRANSPORT_ALIASES[SCHEME] = f"{__name__}:Transport"
