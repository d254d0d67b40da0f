"""What ends an attempt, said in one line."""
import sys
import traceback


class Problem(Exception):
    """Something that the reader of the job's error can do something about; its text is all there is to say."""


def describe(error):
    """One line for the job's error, which all parties see: of FATE's own errors the type, the text and the place."""
    if isinstance(error, Problem):
        return str(error)
    if isinstance(error, ModuleNotFoundError) and error.name:
        return missing(error.name)
    frames = traceback.extract_tb(error.__traceback__)
    frames = [frame for frame in frames if "/federatedml/" in frame.filename] or frames
    place = " (%s, line %d)" % (frames[-1].filename.rsplit("/", 1)[-1], frames[-1].lineno) if frames else ""
    text = " ".join(str(error).split())[:1000]
    return "%s: %s%s" % (type(error).__name__, text, place)


def missing(module):
    return ("FATE needs the Python module %s, which %s does not find: install its package for that Python,"
            " or name another Python for the provider (fate.worker.providers)" % (module, sys.executable))
