"""python3 -m fate_runner.probe FILE: imports each module of the installation once, and leaves in FILE what came of it."""
import json
import platform
import sys
import tempfile

from . import installation
from .problems import Problem, describe


def look(home):
    """By the module's name why it cannot be imported, or an empty text."""
    return {module: _why_not(home, module) for module in sorted(installation.modules(home))}


def _why_not(home, module):
    try:
        installation.load(home, module)
        return ""
    except Exception as error:
        return describe(error)


def main(file):
    found = {"python": platform.python_version(), "modules": {}, "trouble": ""}
    with tempfile.TemporaryDirectory() as directory, installation.base(directory):
        try:
            found["modules"] = look(installation.find())
        except Problem as problem:
            found["trouble"] = str(problem)
    with open(file, "w", encoding="utf-8") as out:
        json.dump(found, out)


if __name__ == "__main__":
    main(sys.argv[1])
