"""CSV files to FATE's tables and back.

A table of text becomes a CSV file with its columns, and one of instances or predictions what Java's components read, too
(instances.py). FATE's other tables keep what text would lose in a last column, whose name holds the table's schema and
whose fields hold the values; before it stands what people can read of them.
"""
import base64
import csv
import pickle
import zlib

from . import instances, safe_pickle
from .problems import Problem
from .value_classes import VALUE_CLASSES

EXACT = "fate_value."
TEXT_SCHEMA = frozenset(["header", "sid"])
csv.field_size_limit(1 << 30)


def read(computing, file, partitions, described=None, local=None):
    """The file as a table of FATE's; a row at a time.

    described says what instances it holds, if it does; local is this party."""
    with open(file, newline="", encoding="utf-8") as lines:
        rows = csv.reader(lines)
        header = next(rows)
        if described is not None:
            schema = instances.schema(described, header[0], local)
            made = instances.reader(described)
            table = computing.parallelize(((row[0], made(row[1:])) for row in rows), partition=partitions,
                                          include_key=True)
        elif header[1:] == instances.PREDICTED:
            schema = {"header": header[1:], "sid": header[0], "content_type": "predict_result"}
            table = computing.parallelize(((row[0], instances.prediction(row[1:])) for row in rows),
                                          partition=partitions, include_key=True)
        elif header[-1].startswith(EXACT):
            schema = decoded(header[-1][len(EXACT):])
            table = computing.parallelize((_exact(row) for row in rows), partition=partitions, include_key=True)
        else:
            schema = {"header": ",".join(header[1:]), "sid": header[0]}
            table = computing.parallelize(_texts(rows, header), partition=partitions, include_key=True)
    table.schema = schema
    return table


def _texts(rows, header):
    for number, row in enumerate(rows, 1):
        for column, field in zip(header[1:], row[1:]):
            if "," in field:
                raise Problem("column %s has a comma in row %d: FATE's Python parts columns by commas"
                              % (column, number))
        yield row[0], ",".join(row[1:])


def _exact(row):
    value = decoded(row[-1])
    return (row[0], value[0]) if len(value) == 1 else value


def write(table, file):
    """Leaves the table in the file, a row at a time; answers what instances it holds, if Java can read them."""
    schema = dict(table.schema or {})
    if instances.is_predictions(table):
        _write_lines(file, _sid(schema), instances.PREDICTED, table, instances.predicted)
        return None
    described = instances.description(table)
    if described is not None:
        _write_lines(file, _sid(schema), instances.header(described), table,
                     lambda value: instances.fields(value, described))
        return described
    _write_exactly(table, file, schema)
    return None


def _write_lines(file, sid, header, table, fields):
    with open(file, "w", newline="", encoding="utf-8") as out:
        lines = csv.writer(out, lineterminator="\n")
        lines.writerow([sid] + header)
        for key, value in table.collect():
            lines.writerow([key] + fields(value))


def _write_exactly(table, file, schema):
    with open(file, "w", newline="", encoding="utf-8") as out:
        lines = csv.writer(out, lineterminator="\n")
        names, text = None, False
        for key, value in table.collect():
            if names is None:
                names = _names(value, schema)
                text = isinstance(value, str) and isinstance(key, str) and TEXT_SCHEMA.issuperset(schema)
                lines.writerow(_header(schema, names, text))
            fields = _fields(value, len(names))
            exact = [] if text else [encoded((value,) if isinstance(key, str) else (key, value))]
            lines.writerow([key] + fields + exact)
        if names is None:
            names = _split(schema.get("header"))
            lines.writerow(_header(schema, names, TEXT_SCHEMA.issuperset(schema)))


def _header(schema, names, text):
    return [_sid(schema)] + names + ([] if text else [EXACT + encoded(schema)])


def _sid(schema):
    sid = schema.get("sid")
    return sid if isinstance(sid, str) and sid else "id"


def _names(value, schema):
    header = _split(schema.get("header"))
    if getattr(value, "label", None) is not None:
        header.insert(0, str(schema.get("label_name") or "label"))
    readable = _readable(value)
    return header if readable is not None and len(readable) == len(header) else []


def _fields(value, columns):
    readable = _readable(value) if columns else []
    return readable if readable is not None and len(readable) == columns else [""] * columns


def _readable(value):
    if isinstance(value, str):
        return value.split(",")
    features = getattr(value, "features", None)
    if features is None or not hasattr(features, "__len__"):
        return None
    label = getattr(value, "label", None)
    return ([] if label is None else [str(label)]) + [_unquoted(str(feature)) for feature in features]


def _unquoted(text):
    """FATE quotes details of predictions by itself, for lines that it joins by commas."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def _split(header):
    if isinstance(header, str):
        return header.split(",") if header else []
    return [str(name) for name in header or []]


def encoded(value):
    return base64.urlsafe_b64encode(zlib.compress(pickle.dumps(value, 4))).decode("ascii")


def decoded(text):
    """A table may have been uploaded by anybody: what it holds is trusted no more than what a partner sends."""
    try:
        return safe_pickle.loads(zlib.decompress(base64.urlsafe_b64decode(text)), VALUE_CLASSES)
    except safe_pickle.Refused as refused:
        raise Problem("an input was refused: %s" % refused) from refused
    except Exception as broken:
        raise Problem("what FATE's components keep in an input's last column cannot be read: %s" % broken) from broken
