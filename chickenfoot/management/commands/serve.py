"""`manage.py serve`: the whole site on one machine, as `make run` starts it."""

import io
import os
import signal
import socket
import sys
import threading
import time
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from honcho.manager import SYSTEM_PRINTER_NAME, Manager
from honcho.printer import Message, Printer

HOST = "127.0.0.1"
# On a machine of one's own, in a container above all, root is no news.
CELERY = """-W "ignore:You're running the worker" -m celery -A chickenfoot --quiet"""
PROCESSES = {
    "web": f"-m gunicorn chickenfoot.wsgi --bind {HOST}:{{port}} --threads 8 --log-level error"
    " --no-control-socket",
    "worker": f"{CELERY} worker --pool threads --concurrency 4 --loglevel WARNING"
    " --without-gossip --without-mingle --without-heartbeat",
    "beat": f"{CELERY} beat --loglevel WARNING",
}


class Lines(Printer):  # type: ignore[misc]  # honcho has no types
    """Prints what the processes say, and nothing of honcho's own comings and goings."""

    def write(self, message: Message) -> None:
        """Print a line of one of the processes."""
        if message.name != SYSTEM_PRINTER_NAME:
            super().write(message)


class Command(BaseCommand):
    help = "Set the site up and run web, worker and beat until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--no-demo", action="store_true", help="no demo player and table")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002 - Django's signature
        _refuse_a_taken_port(settings.PORT)
        call_command("migrate")
        demo = io.StringIO()
        if not options["no_demo"]:
            self.stdout.write("Laying out the demo table.")
            call_command("demo", stdout=demo)
        self.stdout.write("Starting web, worker and beat.")
        os.environ.setdefault("CHICKENFOOT_LOG", "WARNING")
        manager = Manager(Lines(sys.stdout))
        for name, arguments in PROCESSES.items():
            command = f"exec {sys.executable} {arguments.format(port=settings.PORT)}"
            manager.add_process(name, command, cwd=settings.BASE_DIR)
        told = f"\nChickenfoot is at {settings.SITE_URL} (Ctrl-C stops it).\n{demo.getvalue()}"
        _in_the_background(_tell_when_ready, f"http://{HOST}:{settings.PORT}/", told)
        _in_the_background(_stop_with_the_parent, os.getppid())
        signal.signal(signal.SIGHUP, lambda *_: os.kill(os.getpid(), signal.SIGTERM))
        manager.loop()
        self.stdout.write("Stopped.")
        # Ctrl-C is how this is meant to end.
        sys.exit(0 if manager.returncode == 130 else manager.returncode)


def _refuse_a_taken_port(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise CommandError(
                f"Port {port} is taken; choose another one, as in: PORT={port + 1} make run"
            ) from error


def _in_the_background(task: Callable[..., None], *arguments: Any) -> None:
    threading.Thread(target=task, args=arguments, daemon=True).start()


def _tell_when_ready(address: str, told: str) -> None:
    """Print `told` once the web answers, so that it is the last thing seen."""
    while True:
        time.sleep(0.5)  # first of all: honcho forks its processes meanwhile
        try:
            with urlopen(address, timeout=5):  # noqa: S310 - an address of ours
                break
        except HTTPError:
            break
        except OSError:
            continue
    print(told, flush=True)  # noqa: T201 - stdout is shared with honcho's printer


def _stop_with_the_parent(parent: int) -> None:
    """Stop when make is gone, or when it alone was interrupted and waits for us to end.

    On SIGINT make gives its own handler up and waits for its children, which in a terminal have
    had the same signal; sent to make alone, only the dropped handler shows it.
    """
    interruptible = _handles_sigint(parent)
    while os.getppid() == parent and (_handles_sigint(parent) or not interruptible):
        time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGINT)


def _handles_sigint(process: int) -> bool:
    """Whether a process has a handler for SIGINT, as far as the system tells (Linux does)."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False
    caught = next(line for line in status.splitlines() if line.startswith("SigCgt:"))
    return bool(int(caught.split()[1], 16) & 1 << signal.SIGINT - 1)
