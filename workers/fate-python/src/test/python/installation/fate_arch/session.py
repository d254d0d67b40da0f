import collections
import multiprocessing
import os
import time

from . import _standalone

Party = collections.namedtuple("Party", "role party_id")
Kept = collections.namedtuple("Kept", "namespace name rows partitions")


class Table:
    def __init__(self, rows, partitions):
        self._rows, self.partitions, self.schema = dict(rows), partitions, {}
        self._table = self

    def collect(self):
        return iter(self._rows.items())

    def save_as(self, name, namespace, need_cleanup):
        _standalone.put(namespace, name, self._rows)
        return Kept(namespace, name, self._rows, self.partitions)

    def __del__(self):
        """As FATE's: it tidies up, and for that makes its directory."""
        os.makedirs(os.path.join(os.environ["FATE_PROJECT_BASE"], "data", "t"), exist_ok=True)

    def count(self):
        return len(self._rows)


def is_table(value):
    return isinstance(value, Table)


class Computing:
    def parallelize(self, data, partition, include_key):
        return Table(data, partition)


class PartiesInfo:
    def __init__(self, local, parties):
        self.local_party, self.parties = local, parties

    @classmethod
    def from_conf(cls, conf):
        parties = {role: [Party(role, one) for one in ids] for role, ids in conf["role"].items()}
        return cls(Party(**conf["local"]), parties)


class Session:
    current = None

    def __init__(self, session_id):
        assert os.path.isfile(os.path.join(os.environ["FATE_PROJECT_BASE"], "conf", "service_conf.yaml"))
        self.session_id, self.computing = session_id, None

    def as_global(self):
        Session.current = self
        return self

    def init_computing(self, session_id, record, options):
        self.computing = Computing()
        # as FATE's pool: it lives until somebody ends it, and holds the output open
        pool = multiprocessing.get_context("fork").Process(target=time.sleep, args=(600,))
        pool.start()
        print("pool process %d" % pool.pid, flush=True)

    def init_federation(self, federation_session_id, runtime_conf, record, service_conf):
        from .federation.standalone import Federation

        assert (self._federation_type, record, service_conf) == ("STANDALONE", False, {"nodes": 1})
        _standalone.put(self.session_id, "own", "a table of the attempt's")
        self._parties_info = PartiesInfo.from_conf(runtime_conf)
        self._federation_session = Federation(federation_session_id, self._parties_info.local_party)

    def wait_remote_all_done(self):
        pass
