"""Models as the any-language interface carries them (JSON), and as FATE has them (protobuf)."""
import pkgutil

from .problems import Problem

CLASS = "@class"  # only where a message's class is not what everybody knows by the model's name


def known_class(name):
    """The class of a model's part, as FATE's own components have it."""
    lines = pkgutil.get_data(__package__, "model_messages.txt").decode("ascii").splitlines()
    return dict(line.split(" ") for line in lines if not line.startswith("#")).get(name, name)


def to_json(module, model):
    """FATE's {name: (class, bytes, JSON)} as a model of result.json, or none."""
    if not model:
        return []
    names = {end: [name for name in model if name.endswith(end)] for end in ("Meta", "Param")}
    if len(model) != 2 or any(len(found) != 1 for found in names.values()):
        raise Problem("the model of %s has the parts %s; one Meta and one Param can be kept"
                      % (module, ", ".join(sorted(model))))
    meta, param = names["Meta"][0], names["Param"][0]
    return [{"module": module, "meta_name": meta, "meta": _message(meta, model[meta]),
             "param_name": param, "param": _message(param, model[param])}]


def _message(name, part):
    kind, _, json = part
    return dict(json) if kind == known_class(name) else dict(json, **{CLASS: kind})


def handed_in(inputs):
    """FATE's {"model": {component: parts}}; of a component that left none here no parts: FATE goes by what is declared."""
    declared = inputs.get("declared_models", {})
    found = {}
    for kind in ("model", "isometric_model"):
        parts = {component: {} for component in declared.get(kind, [])}
        parts.update(to_fate(inputs.get(kind, [])))
        if parts:
            found[kind] = parts
    return found


def to_fate(described):
    """Models of config.json as FATE's {component: {name: (class, bytes)}}."""
    models = {}
    for model in described:
        parts = models.setdefault(model["component"], {})
        for part in ("meta", "param"):
            name = model[part + "_name"]
            parts[name] = _bytes(name, dict(model[part]), model)
    return models


def _bytes(name, json, model):
    from federatedml.protobuf import get_proto_buffer_class
    from google.protobuf import json_format

    kind = json.pop(CLASS, None) or known_class(name)
    try:
        # what the message has no place for, Java's components know for themselves
        message = json_format.ParseDict(json, get_proto_buffer_class(kind)(), ignore_unknown_fields=True)
        return kind, message.SerializeToString()
    except (ModuleNotFoundError, json_format.ParseError) as other:
        raise Problem("the model %s of %s is none of this FATE's: %s" % (name, model["component"], other)) from other
