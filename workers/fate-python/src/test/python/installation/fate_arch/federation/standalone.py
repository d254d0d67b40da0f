from fate_arch import _standalone
from fate_arch.computing.standalone import Table
from fate_arch.session import Kept, is_table


class Federation:
    def __init__(self, session_id, party):
        self.session_id, self._party = session_id, party

    def remote(self, v, name, tag, parties, gc):
        for party in parties:
            body = (v.kept.namespace, v.kept.name, v.partitions) if is_table(v) else v
            _standalone.put(self.session_id, self._key(name, tag, self._party, party), body)

    def get(self, name, tag, parties, gc):
        return [self._read(_standalone.awaited(self.session_id, self._key(name, tag, party, self._party)))
                for party in parties]

    @staticmethod
    def _read(body):
        if not isinstance(body, tuple):
            return body
        namespace, name, partitions = body
        return Table(Kept(namespace, name, _standalone.awaited(namespace, name), partitions))

    @staticmethod
    def _key(name, tag, sender, receiver):
        return "-".join(str(part) for part in (name, tag, *sender, *receiver))
