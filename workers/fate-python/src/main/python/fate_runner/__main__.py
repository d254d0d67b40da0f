"""python3 -m fate_runner, in the directory of an attempt (docs/component-guide.md, "In any language")."""
import json
import logging
import os
import shutil
import sys
import traceback

from . import attempt, engines, installation, signs
from .problems import describe
from .tracker import write_whole

FULL_BYTES = 1 << 20


def main(directory):
    with open(os.path.join(directory, "config.json"), encoding="utf-8") as file:
        config = json.load(file)
    try:
        engine = engines.needed(config)
    except Exception as error:
        return _end_with(_failed(config, error), directory)
    with installation.base(directory, engine):
        result = _run(config, directory, engine)
    return _end_with(result, directory)  # a disk that FATE has filled has space again


def _run(config, directory, engine):
    try:
        return attempt.run(config, installation.find(), directory, engine)
    except Exception as error:
        return _failed(config, error, _full(directory))


def _full(directory):
    """LMDB, which FATE's tables are kept by, calls it an input/output error."""
    free = shutil.disk_usage(directory).free
    return "; the worker's disk is full (%d KB free): make room there" % (free >> 10) if free < FULL_BYTES else ""


def _failed(config, error, remark=""):
    traceback.print_exc()
    why = "%s: %s%s" % (config.get("component_name"), describe(error), remark)
    print(why, file=sys.stderr)
    return {"status": "failed", "error_report": why}


def _end_with(result, directory):
    write_whole(os.path.join(directory, "result.json"), json.dumps(result).encode("utf-8"))
    return 0 if result["status"] == "success" else 1


def end(code):
    """At once: FATE's tables, when Python lets go of them, would make their directories again to tidy up there."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    sys.stdout.reconfigure(line_buffering=True)  # else FATE's pool would print what waits once more
    logging.disable(logging.DEBUG)  # FATE's holds rows
    installation.end_on_term()
    signs.start(os.getcwd())
    try:
        end(main(os.getcwd()))
    except SystemExit as ended:
        end(ended.code)
