"""What a component measures, and its summary."""
import json
import os
import threading
import time

MOST_LIVE_BYTES = 256 * 1024
PAUSE_SECONDS = 1.0


class Tracker:
    """What FATE's components call on their tracker; what grows is shown in metrics.json, once a second at most."""

    def __init__(self, live_file, clock=time.monotonic):
        self._live_file = live_file
        self._clock = clock
        self._metrics = {}
        self._summary = {}
        self._shown = None
        self._lock = threading.Lock()

    def __getstate__(self):
        """FATE's components travel to the processes of its pool with all that they have, and some with their tracker."""
        return {name: value for name, value in vars(self).items() if name != "_lock"}

    def __setstate__(self, state):
        vars(self).update(state, _lock=threading.Lock())

    def log_metric_data(self, metric_namespace, metric_name, metrics):
        with self._lock:
            points = self._metric(metric_namespace, metric_name)["data"]
            points.extend([plain(metric["key"]), plain(metric["value"])] for metric in metrics)
        self._show()

    def set_metric_meta(self, metric_namespace, metric_name, metric_meta):
        with self._lock:
            metric = self._metric(metric_namespace, metric_name)
            metric["metric_type"] = plain(metric_meta.get("metric_type")) or metric["metric_type"]
            for metas in (metric_meta.get("metas"), metric_meta.get("extra_metas")):
                metric["metas"].update(plain(metas or {}))
            # FATE-Flow has it among the metas, and charts are called so
            if metric_meta.get("name") is not None:
                metric["metas"]["name"] = plain(metric_meta["name"])
        self._show()

    def log_component_summary(self, summary_data):
        self._summary = plain(summary_data)

    def metrics(self):
        return list(self._metrics.values())

    def summary(self):
        return self._summary

    def _metric(self, namespace, name):
        fresh = {"namespace": namespace, "name": name, "metric_type": "data", "metas": {}, "data": []}
        return self._metrics.setdefault((namespace, name), fresh)

    def _show(self):
        now = self._clock()
        if self._shown is not None and now - self._shown < PAUSE_SECONDS:
            return
        self._shown = now
        text = json.dumps(self.metrics()).encode("utf-8")
        if len(text) <= MOST_LIVE_BYTES:
            write_whole(self._live_file, text)


def write_whole(file, content):
    """Whoever reads the file sees all of the content or what was there before."""
    with open(file + ".tmp", "wb") as out:
        out.write(content)
    os.replace(file + ".tmp", file)


def plain(value):
    """As JSON has it: numpy's numbers as numbers, its arrays as lists, NaN and infinities as text, as protobuf does."""
    if isinstance(value, dict):
        return {str(plain(key)): plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(entry) for entry in value]
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return str(value)
