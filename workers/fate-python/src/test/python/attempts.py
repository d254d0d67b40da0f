"""A party's attempt as the executor starts it: a process of its own, with a site beside it."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

from site_stub import Site

INSTALLATION = os.path.join(os.path.dirname(os.path.abspath(__file__)), "installation")
ROLES = {"guest": [9999], "host": [10000], "arbiter": [10000]}


class AttemptCase(unittest.TestCase):

    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.site = Site()
        self.site.__enter__()
        self.addCleanup(self.site.__exit__)

    def start(self, role, module, table=None, home=INSTALLATION, parameters=None, cache=None, outputs=None,
              environment=None):
        party = ROLES[role][0]
        directory = os.path.join(self.directory.name, role)
        os.makedirs(directory, exist_ok=True)
        declared = {"component": "reader_0", "output": "data", "name": None, "namespace": None}
        if table is not None:
            declared.update(name="t", namespace="n", file=os.path.join(directory, "input-0.csv"))
            with open(declared["file"], "w", encoding="utf-8") as file:
                file.write(table)
        config = {
            "module": module, "job_id": "1", "component_name": "a_0", "task_id": "1_a_0", "task_version": 0,
            "job_parameters": {"task_cores": 1}, "component_parameters": parameters or {}, "roles": ROLES,
            "local": {"role": role, "party_id": party}, "inputs": {"data": {"data": [declared]}, **({"cache": [cache]} if cache else {})},
            "outputs": outputs or {"data": ["data"], "model": ["model"], "cache": ["cache"]}, "exchange": self.site.settings("%s %d" % (role, party))}
        with open(os.path.join(directory, "config.json"), "w", encoding="utf-8") as file:
            json.dump(config, file)
        environment = dict(os.environ, FATE_PYTHON_HOME=home, **(environment or {}))
        process = subprocess.Popen([sys.executable, "-B", "-m", "fate_runner"], cwd=directory, env=environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def end(self, process, role):
        said, _ = process.communicate(timeout=60)
        with open(os.path.join(self.directory.name, role, "result.json"), encoding="utf-8") as file:
            return process.returncode, said, json.load(file)

    def failure(self, *arguments, role="guest", **more):
        code, said, result = self.end(self.start(role, *arguments, **more), role)
        self.assertEqual(1, code, said)
        self.assertEqual("failed", result["status"])
        self.assertEqual(result["error_report"], said.strip().splitlines()[-1])
        return result["error_report"]

    def left(self, role):
        """Its files, without its sign of life."""
        return sorted(set(os.listdir(os.path.join(self.directory.name, role))) - {"alive"})


class Command:
    """Runs a command when it is unpickled."""

    def __init__(self, line):
        self._line = line

    def __reduce__(self):
        return os.system, (self._line,)
