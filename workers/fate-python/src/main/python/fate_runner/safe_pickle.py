"""Reads pickles that another organisation sent; only named classes and functions are resolved.

No packages are allowed as a whole, since a package (numpy, say) also holds functions that run text as code. A pickle can
also set attributes of a class that it names, and so replace how that class encrypts: whoever tries is refused, too.
"""
import io
import pickle

PLAIN = frozenset([
    ("builtins", "set"), ("builtins", "frozenset"), ("builtins", "complex"),
    ("builtins", "bytearray"), ("collections", "OrderedDict"),
    ("numpy", "ndarray"), ("numpy", "dtype"),
    ("numpy.core.multiarray", "_reconstruct"), ("numpy.core.multiarray", "scalar"),
    ("numpy._core.multiarray", "_reconstruct"), ("numpy._core.multiarray", "scalar"),
])


class Refused(pickle.UnpicklingError):
    """A pickle names something that is not on the list, or would change it."""


class _Reader(pickle.Unpickler):
    def __init__(self, stream, allowed):
        super().__init__(stream)
        self._allowed = allowed
        self._before = {}

    def find_class(self, module, name):
        if (module, name) not in self._allowed:
            raise Refused("a value names %s.%s, which is not allowed" % (module, name))
        found = super().find_class(module, name)
        if isinstance(found, type) and found not in self._before:
            self._before[found] = dict(vars(found))
        return found

    def undo(self):
        """Puts back what the pickle has set in a class; the names of these classes."""
        changed = [kind for kind, before in self._before.items() if dict(vars(kind)) != before]
        for kind in changed:
            before = self._before[kind]
            for name in set(vars(kind)) - set(before):
                delattr(kind, name)
            for name, value in before.items():
                if vars(kind).get(name) is not value:
                    setattr(kind, name, value)
        return [kind.__name__ for kind in changed]


def loads(data, more=()):
    """The value in data; `more` are (module, name) pairs allowed besides PLAIN."""
    reader = _Reader(io.BytesIO(data), PLAIN.union(more))
    changed = []
    try:
        return reader.load()
    finally:
        changed = reader.undo()
        if changed:
            raise Refused("a value sets attributes of the class %s" % ", ".join(changed))
