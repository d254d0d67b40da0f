"""Bytes to and from the other parties of the task, through this party's own site."""
import http.client
import random
import time
from urllib.parse import quote, urlsplit

from .problems import Problem

WAIT_SECONDS = 25
PASSING = frozenset([408, 425, 429])
WORTH_REMOVING_BYTES = 1 << 20
MOST_ERROR_BYTES = 8192


class _Refused(Problem):
    """Final: to ask again would change nothing."""


class Exchange:
    """Each name and tag once for each party; a server that is away is asked again, and the site's others after it."""

    def __init__(self, settings, give_up_after=600, first_pause=0.2):
        self._urls = [settings["url"]] + [url for url in settings.get("others", []) if url != settings["url"]]
        self._token = settings["token"]
        self._give_up_after = give_up_after
        self._first_pause = first_pause
        self._server = 0
        self._done = set()
        self._sent = False

    def send(self, name, tag, role, party, body):
        what = "send %s (tag %s) to %s %s" % (name, tag, role, party)
        self._once(what)

        def attempt(number):
            status, answer = self._call("PUT", "send" + _query(name, tag, role, party), body)
            if status // 100 != 2 and not (status == 409 and number > 1):
                raise _failure(what, status, answer)

        self._repeat(what, attempt)
        self._sent = True

    def receive(self, name, tag, role, party):
        what = "receive %s (tag %s) from %s %s" % (name, tag, role, party)
        self._once(what)
        query = _query(name, tag, role, party)
        body = self._awaited(what, "receive%s&wait=%d" % (query, WAIT_SECONDS))
        if len(body) >= WORTH_REMOVING_BYTES:
            try:
                self._call("DELETE", "receive" + query)
            except (OSError, http.client.HTTPException):
                pass  # it goes when the task ends
        return body

    def settle(self):
        """Returns when everything that was sent has arrived at the other sites."""
        if self._sent:
            self._awaited("deliver what was sent", "settled?wait=%d" % WAIT_SECONDS)

    def _awaited(self, what, path):
        def attempt(_):
            while True:
                status, answer = self._call("GET", path)
                if status == 200:
                    return answer
                if status != 204:
                    raise _failure(what, status, answer)

        return self._repeat(what, attempt)

    def _once(self, what):
        if what in self._done:
            raise Problem("could not %s: duplicate tag" % what)
        self._done.add(what)

    def _repeat(self, what, attempt):
        start = time.monotonic()
        number = 1
        while True:
            try:
                return attempt(number)
            except (OSError, http.client.HTTPException) as away:
                if time.monotonic() - start > self._give_up_after:
                    raise Problem("could not %s: the server cannot be reached: %s" % (what, away)) from away
                self._server += 1
                pause = min(10.0, self._first_pause * 2 ** min(number, 10))
                time.sleep(pause * random.uniform(0.5, 1.0))
                number += 1

    def _call(self, method, path, body=None):
        url = urlsplit(self._urls[self._server % len(self._urls)])
        kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
        connection = kind(url.hostname, url.port, timeout=120)
        try:
            headers = {"Authorization": "Bearer " + self._token}
            if body is not None:
                headers["Content-Type"] = "application/octet-stream"
            connection.request(method, "/v1/exchange/" + path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()


def _failure(what, status, answer):
    text = answer[:MOST_ERROR_BYTES].decode("utf-8", "replace").strip()
    reason = "" if status in (410, 424) else "duplicate tag. " if status == 409 else "the server answered %d. " % status
    message = "could not %s: %s%s" % (what, reason, text)
    return OSError(message) if status >= 500 or status in PASSING else _Refused(message)


def _query(name, tag, role, party):
    return "?name=%s&tag=%s&role=%s&party=%s" % tuple(quote(str(word), safe="") for word in (name, tag, role, party))
