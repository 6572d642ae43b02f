"""The real servers: web, worker and beat as `make run` starts them, with all they need."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import httpx
import psycopg

from tests.rehearsal.browser import TLS

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0


class Site:
    """A site that runs: its address, its log and its command line."""

    def __init__(self, url: str, environment: dict[str, str], log: Path) -> None:
        self.url = url
        self.environment = environment
        self.log = log

    def manage(self, *arguments: str) -> bytes:
        """Return what a command of `manage.py` prints; raises if it fails."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            check=False,
        )
        if done.returncode:
            raise AssertionError(f"manage.py {arguments}: {done.stdout!r} {done.stderr!r}")
        return done.stdout


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running_site(smtp_port: int) -> Iterator[Site]:
    """Start everything in a folder and a database of its own; stop and remove it all at the end."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="chickenfoot-")))
        port = free_port()
        environment = {
            **os.environ,
            "PORT": str(port),
            "CHICKENFOOT_VAR": str(folder),
            "CHICKENFOOT_SITE_URL": f"http://127.0.0.1:{port}",
            "CHICKENFOOT_SMTP": f"smtp://127.0.0.1:{smtp_port}",
            "CHICKENFOOT_TURN_MAIL_DELAY": "0",
            "CHICKENFOOT_DRAIN_SECONDS": "0.5",
        }
        if database := os.environ.get("DATABASE_URL"):
            environment["DATABASE_URL"] = stack.enter_context(_own_database(database))
            if "CELERY_BROKER_URL" not in environment:
                environment["CELERY_BROKER_URL"] = stack.enter_context(_own_redis(folder))
        site = Site(f"http://127.0.0.1:{port}", environment, folder / "serve.log")
        stack.enter_context(_serve(site))
        yield site


@contextmanager
def _serve(site: Site) -> Iterator[None]:
    command = [sys.executable, "manage.py", "serve", "--no-demo"]
    with site.log.open("wb") as log:
        process = subprocess.Popen(
            command, cwd=ROOT, env=site.environment, stdout=log, stderr=subprocess.STDOUT
        )
    try:
        _wait_until_it_answers(site, process)
        yield
    except BaseException:
        print(site.log.read_text(errors="replace")[-4000:], file=sys.stderr)  # noqa: T201
        raise
    finally:
        process.send_signal(signal.SIGINT)  # as Ctrl-C does
        ended = process.wait(PATIENCE)
    assert ended == 0, f"the site ended with {ended}"
    assert not _left_behind(site), f"these run on: {_left_behind(site)}"


def _left_behind(site: Site) -> list[str]:
    """Return the processes of a site that still run, as far as the system tells (Linux does)."""
    mark = f"CHICKENFOOT_VAR={site.environment['CHICKENFOOT_VAR']}\0".encode()
    left = []
    for environment in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if mark in environment.read_bytes():
                left.append((environment.parent / "cmdline").read_text().replace("\0", " "))
    return left


def _wait_until_it_answers(site: Site, process: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        try:
            if httpx.get(f"{site.url}/sign-in/", verify=TLS, trust_env=False).is_success:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.2)
    raise AssertionError("the site does not start")


@contextmanager
def _own_database(url: str) -> Iterator[str]:
    """Make a database beside the one that `url` names and remove it afterwards."""
    parts = urlsplit(url)
    name = f"chickenfoot_rehearsal_{os.getpid()}"
    with psycopg.connect(urlunsplit(parts._replace(path="/postgres")), autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"')
        try:
            yield urlunsplit(parts._replace(path=f"/{name}"))
        finally:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@contextmanager
def _own_redis(folder: Path) -> Iterator[str]:
    port = free_port()
    redis = shutil.which("redis-server")
    assert redis, "with DATABASE_URL the rehearsal needs redis-server, or CELERY_BROKER_URL"
    process = subprocess.Popen(
        [redis, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)],
        stdout=subprocess.DEVNULL,
    )
    try:
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait(PATIENCE)
