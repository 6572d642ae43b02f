"""A PostgreSQL of a test's own, to be stopped as a power cut would stop it."""

import os
import pwd
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from tests.rehearsal.servers import free_port

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))


class Cluster:
    """A server with data of its own, that listens on this machine alone."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"postgres://postgres@127.0.0.1:{self.port}/postgres"

    def make(self) -> None:
        """Lay the data out; a server keeps what it has committed, whatever stops it."""
        self._run(
            "initdb",
            "--auth=trust",
            "--username=postgres",
            "--no-sync",
            "--no-locale",
            "-E",
            "UTF8",
        )
        with (self.folder / "postgresql.conf").open("a") as settings:
            settings.write(
                f"port = {self.port}\nlisten_addresses = '127.0.0.1'\n"
                "unix_socket_directories = ''\nmax_connections = 150\nshared_buffers = '32MB'\n"
            )

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        log = self.folder / "server.log"
        self._run("pg_ctl", "start", "--wait", "--silent", "-l", str(log))

    def stop(self) -> None:
        """Stop it at once, with nothing written down and not a word to anybody."""
        self._run("pg_ctl", "stop", "--wait", "--silent", "--mode", "immediate")

    def is_running(self) -> bool:
        """Whether it answers."""
        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def _run(self, program: str, *arguments: str) -> None:
        owner = "postgres" if os.geteuid() == 0 else None  # PostgreSQL refuses to be root
        subprocess.run(
            [PROGRAMS[-1].with_name(program), "-D", str(self.folder), *arguments],
            user=owner,
            cwd="/",
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=True,
        )


@contextmanager
def own_cluster() -> Iterator[Cluster]:
    """Make and start a server in a folder of its own; skips the test without its programs."""
    if not PROGRAMS:
        pytest.skip("PostgreSQL's programs are not in /usr/lib/postgresql")
    # Not below pytest's folder: that is closed to the server's owner.
    with tempfile.TemporaryDirectory(prefix="chickenfoot-postgresql-") as folder:
        if os.geteuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        cluster = Cluster(Path(folder))
        cluster.make()
        cluster.start()
        try:
            yield cluster
        finally:
            if cluster.is_running():
                cluster.stop()
