"""python3 -m fate_runner, in the directory of an attempt (docs/component-guide.md, "In any language")."""
import json
import os
import sys
import traceback

from . import attempt, installation
from .problems import describe
from .tracker import write_whole


def main(directory):
    installation.end_on_term()
    with open(os.path.join(directory, "config.json"), encoding="utf-8") as file:
        config = json.load(file)
    try:
        home = installation.find()
        with installation.base(directory):
            result = attempt.run(config, home, directory)
        code = 0
    except Exception as error:
        traceback.print_exc()
        why = "%s: %s" % (config.get("component_name"), describe(error))
        print(why, file=sys.stderr)
        result = {"status": "failed", "error_report": why}
        code = 1
    write_whole(os.path.join(directory, "result.json"), json.dumps(result).encode("utf-8"))
    return code


if __name__ == "__main__":
    try:
        exit_code = main(os.getcwd())
    except SystemExit as ended:
        exit_code = ended.code
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(exit_code)  # FATE's objects would still tidy up in the base that is gone
