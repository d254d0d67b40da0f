"""Tables of instances as lines that Java reads, too, and back.

What the lines hold is described in FATE Flow BPM's terms ("instances" of config.json and result.json): which of match id,
label and weight stand before the features, and the columns' names. Features that are mostly 0 stand in one field, as
"place:value" with spaces between; a missing value is NaN.
"""
import math

PREDICTED = ["label", "predict_result", "predict_score", "predict_detail", "type"]
SCHEMA = frozenset(["sid", "header", "anonymous_header", "label_name", "anonymous_label", "match_id_name", "meta"])
WHOLE = frozenset(["float64", "int64", "int32"])
WEIGHT, FEATURES = "inst_weight", "features"


def is_instance(value):
    return all(hasattr(value, name) for name in ("inst_id", "weight", "features", "label"))


def description(table):
    """How a table can be told as lines without losing anything of it; None if it cannot. Reads all of it."""
    schema = table.schema or {}
    names, anonymous = schema.get("header"), schema.get("anonymous_header")
    if not SCHEMA.issuperset(schema) or not _is_names(names) or not _is_names(anonymous, len(names)):
        return None
    kinds = set()
    for key, value in table.collect():
        kinds.add(_kind(key, value, len(names)))
        if len(kinds) > 1 or None in kinds:
            return None
    if not kinds:
        return None
    matched, label, weighted, sparse = kinds.pop()
    if (label is not None) != bool(schema.get("label_name")) or matched and not _is_name(schema.get("match_id_name")):
        return None
    return {"header": list(names), "anonymous_header": list(anonymous), "sparse": sparse, "weighted": weighted,
            "label_name": schema["label_name"] if label else None, "integer_label": label == "int",
            "match_id_name": schema["match_id_name"] if matched else None}


def _is_name(name):
    return isinstance(name, str) and name != ""


def _is_names(names, count=None):
    return isinstance(names, (list, tuple)) and all(map(_is_name, names)) and count in (None, len(names))


def _kind(key, value, width):
    """Match id, label, weight and form of the features; None for what lines cannot tell."""
    if not isinstance(key, str) or not is_instance(value):
        return None
    sparse = hasattr(value.features, "get_all_data")
    if not (_is_sparse(value.features, width) if sparse else _is_dense(value.features, width)):
        return None
    label, weight, match = _plain(value.label), _plain(value.weight), value.inst_id
    if not (label is None or _is_number(label)) or not (weight is None or _is_number(weight)):
        return None
    if not (match is None or isinstance(match, str)):
        return None
    return match is not None, None if label is None else type(label).__name__, weight is not None, sparse


def _is_dense(features, width):
    return str(getattr(features, "dtype", "")) in WHOLE and features.shape == (width,)


def _is_sparse(features, width):
    return features.get_shape() == width and all(
        _is_number(_plain(value)) and value != 0 and 0 <= place < width for place, value in features.get_all_data())


def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _plain(value):
    return value.item() if hasattr(value, "item") else value


def header(described):
    """The columns behind the id."""
    before = [described["match_id_name"], described["label_name"], WEIGHT if described["weighted"] else None]
    return [name for name in before if name is not None] + (
        [FEATURES] if described["sparse"] else list(described["header"]))


def fields(value, described):
    """A row behind its id."""
    row = [] if described["match_id_name"] is None else [value.inst_id]
    if described["label_name"] is not None:
        row.append(_text(value.label))
    if described["weighted"]:
        row.append(_text(value.weight))
    if described["sparse"]:
        stored = sorted(value.features.get_all_data())
        return row + [" ".join("%d:%s" % (place, _text(number)) for place, number in stored)]
    return row + [_text(number) for number in value.features.tolist()]


def _text(number):
    number = _plain(number)
    if isinstance(number, float) and not math.isfinite(number):
        return "NaN" if math.isnan(number) else "Infinity" if number > 0 else "-Infinity"
    return repr(number)


def reader(described):
    """Makes an instance of a row's fields behind the id."""
    import numpy
    from federatedml.feature.instance import Instance
    from federatedml.feature.sparse_vector import SparseVector

    number = int if described["integer_label"] else float
    width = len(described["header"])

    def instance(row):
        row = list(row)
        match = None if described["match_id_name"] is None else row.pop(0)
        label = None if described["label_name"] is None else number(row.pop(0))
        weight = float(row.pop(0)) if described["weighted"] else None
        if described["sparse"]:
            stored = [pair.split(":") for pair in row[0].split()]
            features = SparseVector([int(place) for place, _ in stored], [float(value) for _, value in stored], width)
        else:
            features = numpy.array([float(value) for value in row], dtype="float64")
        return Instance(inst_id=match, weight=weight, features=features, label=label)

    return instance


def schema(described, sid, local):
    """FATE's, of a table that is described; local is the party whose label others know by its place."""
    found = {"sid": sid, "header": list(described["header"]), "anonymous_header": list(described["anonymous_header"])}
    if described["label_name"] is not None:
        found.update(label_name=described["label_name"], anonymous_label="%s_%s_y" % (local["role"], local["party_id"]))
    if described["match_id_name"] is not None:
        found["match_id_name"] = described["match_id_name"]
    return found


def is_predictions(table):
    return list((table.schema or {}).get("header") or []) == PREDICTED


def predicted(value):
    """A prediction's row; the scores of all labels as JSON, which FATE keeps with other quotes."""
    label, result, score, detail, kind = value.features
    return [_told(label), _told(result), _told(score), str(detail).strip('"').replace("'", '"'), str(kind)]


def _told(value):
    value = _plain(value)
    return "" if value is None else _text(value) if _is_number(value) else str(value)


def prediction(row):
    from federatedml.feature.instance import Instance

    label, result, score, detail, kind = row
    return Instance(features=[_number(label), _number(result), _number(score), '"%s"' % detail.replace('"', "'"), kind])


def _number(text):
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text if text else None
