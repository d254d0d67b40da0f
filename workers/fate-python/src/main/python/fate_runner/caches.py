"""What a component leaves for a later run to go on from, such as an intersection's encrypted ids: FATE's cache.

FATE has ({party: table}, {party: meta}). Here it is one CSV file, which the executor keeps as a table in the party's own
store: the last column's name holds the metas and what the tables are, and each row's field a party, a key and a value.
Its metas hold keys, so that it is shown to nobody.
"""
import csv
import os

from .problems import Problem
from .tables import decoded, encoded

COLUMN = "fate_cache."
FILE = "cache-output.csv"


def write(caches, module, directory):
    """Leaves the one that a component may have in a file; its name, or nothing."""
    left = [cache for cache in caches or [] if cache is not None]
    if not left:
        return None
    if len(left) > 1 or not _is_cache(left[0]):
        raise Problem("the cache of %s is %s; only one pair of FATE's tables and metas can be kept"
                      % (module, ", ".join(type(cache).__name__ for cache in left)))
    _write(left[0], os.path.join(directory, FILE))
    return FILE


def _is_cache(cache):
    return (isinstance(cache, tuple) and len(cache) == 2 and isinstance(cache[0], dict) and isinstance(cache[1], dict)
            and all(hasattr(table, "collect") for table in cache[0].values()))


def _write(cache, file):
    tables, metas = cache
    about = {str(party): (dict(table.schema or {}), table.partitions) for party, table in tables.items()}
    header = COLUMN + encoded((about, {str(party): meta for party, meta in metas.items()}))
    with open(file, "w", newline="", encoding="utf-8", opener=_private) as out:
        lines = csv.writer(out, lineterminator="\n")
        lines.writerow(["number", header])
        number = 0
        for party, table in tables.items():
            for key, value in table.collect():
                lines.writerow([number, encoded((str(party), key, value))])
                number += 1


def _private(path, flags):
    return os.open(path, flags, 0o600)


def read(computing, described):
    """FATE's {component: (tables, metas)} of what config.json says of caches, a row at a time for each table.

    Parties are texts in it: so FATE's components look for them in a cache that was stored."""
    return {cache["component"]: _read(computing, cache) for cache in described}


def _read(computing, cache):
    with open(cache["file"], newline="", encoding="utf-8") as lines:
        header = next(csv.reader(lines))
    if not header[-1].startswith(COLUMN):
        raise Problem("the cache of %s was made by a built-in component, which has another form: have that component run"
                      " by the same provider" % cache["component"])
    about, metas = decoded(header[-1][len(COLUMN):])
    tables = {}
    for party, (schema, partitions) in about.items():
        tables[party] = computing.parallelize(_rows(cache["file"], party), partition=partitions, include_key=True)
        tables[party].schema = schema
    return tables, metas


def _rows(file, party):
    with open(file, newline="", encoding="utf-8") as lines:
        rows = csv.reader(lines)
        next(rows)
        for row in rows:
            owner, key, value = decoded(row[-1])
            if owner == party:
                yield key, value
