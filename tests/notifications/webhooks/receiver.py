"""A receiver of webhooks on this machine, which answers what a test wants and keeps what came."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Receiver:
    """`answers` are statuses, or raw bytes, given in turn; the last one goes on for ever."""

    answers: list[int | bytes] = field(default_factory=lambda: [200])
    headers: dict[str, str] = field(default_factory=dict)
    came: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?key=k"


@contextmanager
def receiving() -> Iterator[Receiver]:
    """Let a receiver listen until the end of the block."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.came.append((self.path, dict(self.headers.items()), body))
            answers = receiver.answers
            answer = answers.pop(0) if len(answers) > 1 else answers[0]
            if isinstance(answer, bytes):
                self.wfile.write(answer)
                self.close_connection = True
                return
            self.send_response(answer)
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def dripping(first: bytes, drip: bytes, every: float) -> Iterator[int]:
    """Yield the port of a machine that says `first`, and then a little more again and again."""
    listener = socket.create_server(("127.0.0.1", 0))
    done = threading.Event()

    def serve() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.recv(65536)
            try:
                connection.sendall(first)
                while not done.wait(every):
                    connection.sendall(drip)
            except OSError:
                return

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield int(listener.getsockname()[1])
    finally:
        done.set()
        listener.close()
        thread.join()
