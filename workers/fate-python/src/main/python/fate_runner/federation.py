"""FATE's federation over the site's exchange.

One value is one parcel under FATE's name and tag: a letter, then an object's pickle, or what it is made of. Large
objects and tables follow in chunks under the same name and the tags "<tag>~0", "<tag>~1", ...; each begins with "+",
the last one with ".". So neither side holds more of a table than a chunk.
"""
import pickle

from fate_arch.abc import FederationABC
from fate_arch.session import is_table

from . import safe_pickle
from .problems import Problem
from .value_classes import VALUE_CLASSES

CHUNK_BYTES = 1 << 22
OBJECT, LARGE, TABLE = b"O", b"L", b"T"
MORE, LAST = b"+", b"."
MOST_PARTITIONS = 1024


class Federation(FederationABC):
    def __init__(self, session_id, exchange, computing, chunk_bytes=CHUNK_BYTES):
        self._session_id = session_id
        self._exchange = exchange
        self._computing = computing
        self._chunk_bytes = chunk_bytes

    @property
    def session_id(self):
        return self._session_id

    def remote(self, v, name, tag, parties, gc=None):
        if v is None:
            raise Problem("cannot send None as %s (tag %s)" % (name, tag))
        if is_table(v):
            self._send(name, tag, parties, TABLE + str(v.partitions).encode("ascii"))
            self._send_chunks(name, tag, parties, self._batches(v))
            return
        data = pickle.dumps(v, 4)
        if len(data) <= self._chunk_bytes:
            self._send(name, tag, parties, OBJECT + data)
            return
        self._send(name, tag, parties, LARGE)
        places = range(0, len(data), self._chunk_bytes)
        self._send_chunks(name, tag, parties, (data[place:place + self._chunk_bytes] for place in places))

    def get(self, name, tag, parties, gc=None):
        return [self._get(name, tag, party) for party in parties]

    def destroy(self, parties):
        """Nothing stays but what the site keeps until the task ends."""

    def _get(self, name, tag, party):
        head = self._exchange.receive(name, tag, party.role, party.party_id)
        kind, rest = head[:1], head[1:]
        if kind == OBJECT:
            return _loads(rest, name, party)
        if kind == LARGE:
            return _loads(b"".join(self._chunks(name, tag, party)), name, party)
        if kind == TABLE and rest.isdigit() and 0 < int(rest) <= MOST_PARTITIONS:
            return self._table(name, tag, party, int(rest))
        raise Problem("%s from %s %s is nothing that this runner sends: does that site run this component by"
                      " fate_runner, too?" % (name, party.role, party.party_id))

    def _table(self, name, tag, party, partitions):
        received = 0

        def rows():
            nonlocal received
            for chunk in self._chunks(name, tag, party):
                for key, value in _loads(chunk, name, party):
                    received += 1
                    yield key, value

        table = self._computing.parallelize(rows(), partition=partitions, include_key=True)
        if table.count() != received:
            raise Problem("%s from %s %s: %d rows came, %d could be kept: equal keys, or no space"
                          % (name, party.role, party.party_id, received, table.count()))
        return table

    def _chunks(self, name, tag, party):
        number = 0
        while True:
            chunk = self._exchange.receive(name, "%s~%d" % (tag, number), party.role, party.party_id)
            yield chunk[1:]
            if chunk[:1] != MORE:
                return
            number += 1

    def _batches(self, table):
        """Pickled lists of rows, none much larger than a chunk."""
        rows, size = [], 0
        for key, value in table.collect():
            rows.append((key, value))
            size += len(pickle.dumps((key, value), 4))
            if size >= self._chunk_bytes:
                yield pickle.dumps(rows, 4)
                rows, size = [], 0
        yield pickle.dumps(rows, 4)

    def _send_chunks(self, name, tag, parties, chunks):
        number, waiting = 0, None
        for chunk in chunks:
            if waiting is not None:
                self._send(name, "%s~%d" % (tag, number), parties, MORE + waiting)
                number += 1
            waiting = chunk
        self._send(name, "%s~%d" % (tag, number), parties, LAST + waiting)

    def _send(self, name, tag, parties, body):
        for party in parties:
            self._exchange.send(name, tag, party.role, party.party_id, body)


def _loads(data, name, party):
    try:
        return safe_pickle.loads(data, VALUE_CLASSES)
    except safe_pickle.Refused as refused:
        raise Problem("%s from %s %s was refused: %s" % (name, party.role, party.party_id, refused)) from refused
    except Exception as broken:
        raise Problem("%s from %s %s cannot be read: %s" % (name, party.role, party.party_id, broken)) from broken
