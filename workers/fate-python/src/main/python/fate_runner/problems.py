"""What ends an attempt, said in one line."""
import re
import sys
import traceback


class Problem(Exception):
    """Something that the reader of the job's error can do something about; its text is all there is to say."""


class AmidData(Exception):
    """An error of FATE's while it had data in its hands: its text may quote some."""

    def __init__(self, error):
        super().__init__(str(error))
        self.error = error


# what stands between quotes or brackets, and numbers that may be an id or a value
_QUOTED = re.compile(r"""'[^']*'|"[^"]*"|\[[^\]]*\]|\b\d[\d.eE+-]{4,}""")


# what these quote are names in a program
_OF_CODE = (Problem, ImportError, AttributeError, NameError, TypeError)


def describe(error):
    """One line for the job's error, which all parties see: of FATE's own errors the type, the text and the place."""
    if isinstance(error, AmidData) and not isinstance(error.error, _OF_CODE):
        return _line(error.error, _QUOTED.sub("***", str(error.error)))
    if isinstance(error, AmidData):
        error = error.error
    if isinstance(error, Problem):
        return str(error)
    if isinstance(error, ModuleNotFoundError) and error.name:
        return missing(error.name)
    return _line(error, str(error))


def _line(error, text):
    frames = traceback.extract_tb(error.__traceback__)
    frames = [frame for frame in frames if "/federatedml/" in frame.filename] or frames
    place = " (%s, line %d)" % (frames[-1].filename.rsplit("/", 1)[-1], frames[-1].lineno) if frames else ""
    text = " ".join(text.split())[:1000]
    return "%s: %s%s" % (type(error).__name__, text, place)


def missing(module):
    return ("FATE needs the Python module %s, which %s does not find: install its package for that Python,"
            " or name another Python for the provider (fate.worker.providers)" % (module, sys.executable))
