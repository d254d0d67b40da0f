"""A site's exchange for tests: keeps what is sent, and gives it to whom it is addressed."""
import contextlib
import http.server
import threading
from urllib.parse import parse_qs, urlsplit


class Site:
    """Use with `with`; `kept` is what was sent by (name, tag, from, to), `troubles` are statuses to answer first."""

    def __init__(self):
        self.kept = {}
        self.troubles = []
        self.calls = []
        self.refusal = None
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()

    def settings(self, party):
        return {"url": "http://127.0.0.1:%d" % self._server.server_address[1], "others": [], "token": "token-of " + party}


def _handler(site):
    arrived = threading.Condition()

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_PUT(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            name, tag, own, other, call = self._question()
            trouble = site.troubles.pop(0) if site.troubles else None
            if trouble and trouble != "keep, but say nothing":
                return self._answer(trouble)
            with arrived:
                before = (name, tag, own, other) in site.kept
                site.kept.setdefault((name, tag, own, other), body)
                arrived.notify_all()
            if trouble:
                return self._answer(503)
            return self._answer(409 if before else 201)

        def do_GET(self):
            name, tag, own, other, call = self._question()
            if call == "settled":
                return self._answer(200)
            if site.refusal:
                return self._answer(410, site.refusal)
            with arrived:
                there = arrived.wait_for(lambda: (name, tag, other, own) in site.kept, timeout=0.2)
            return self._answer(200, site.kept[name, tag, other, own]) if there else self._answer(204)

        def do_DELETE(self):
            self._question()
            self._answer(204)

        def _question(self):
            url = urlsplit(self.path)
            asked = {key: values[0] for key, values in parse_qs(url.query).items()}
            call = url.path.rsplit("/", 1)[1]
            site.calls.append((self.command, call))
            own = self.headers["Authorization"][len("Bearer token-of "):]
            return asked.get("name"), asked.get("tag"), own, "%s %s" % (asked.get("role"), asked.get("party")), call

        def _answer(self, status, body=b""):
            with contextlib.suppress(ConnectionError):  # who asked may have been ended
                self.send_response(status)
                if status != 204:
                    self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        def log_message(self, *_):
            """Quiet."""

    return Handler
