"""The runner from outside: a process for each party, as the executor starts it."""
import base64
import json
import os
import pickle
import re
import shutil
import signal
import time
import zlib

from unittest import mock

from attempts import ROLES, AttemptCase, Command
from fate_runner import __main__ as program


class RunnerTest(AttemptCase):

    def test_parties_exchange_objects_and_tables_and_leave_table_metrics_model_and_summary(self):
        guest = self.start("guest", "Join", "id,age\na,30\nb,40\nc,50\n", parameters={"add": 5})
        host = self.start("host", "Join", "id,pay\nc,7\na,9\n")
        arbiter = self.start("arbiter", "Join")

        for role, process in (("host", host), ("arbiter", arbiter)):
            code, said, _ = self.end(process, role)
            self.assertEqual(0, code, said)
        code, said, result = self.end(guest, "guest")
        self.assertEqual(0, code, said)
        with open(os.path.join(self.directory.name, "guest", "output-0.csv"), encoding="utf-8") as file:
            self.assertEqual("id,age,theirs\na,30,9\nc,50,7\n", file.read())
        self.assertEqual({"joined": 2, "add": 5}, result["summary"])
        self.assertEqual([{"namespace": "join", "name": "rows", "metric_type": "JOIN", "metas": {"a": "NaN"},
                           "data": [["joined", 2]]}], result["metrics"])
        self.assertEqual([{"module": "Join", "meta_name": "JoinMeta", "meta": {"add": 5},
                           "param_name": "JoinParam", "param": {"n": "2", "@class": "Other"}}], result["models"])
        self.assertIn(("GET", "settled"), self.site.calls)

    def test_a_checkpoint_is_a_file_with_the_model_and_of_a_step_that_comes_again_the_last_one_counts(self):
        before = int(time.time() * 1000)
        code, said, result = self.end(self.start("guest", "Learns", "id,age\n", parameters={"add": 7}), "guest")

        self.assertEqual(0, code, said)
        self.assertIn("checkpoints: 4", said)
        self.assertEqual([0, 4, 2], [kept["step_index"] for kept in result["checkpoints"]])
        for kept in result["checkpoints"]:
            with open(os.path.join(self.directory.name, "guest", kept["file"]), encoding="utf-8") as file:
                self.assertEqual({"module": "Learns", "meta_name": "SumMeta", "meta": {}, "param_name": "SumParam",
                                  "param": {"rounds": kept["step_index"] + 7}}, dict(json.load(file)))
            self.assertLessEqual(before, kept["create_time"])

    def test_checkpoints_of_copies_are_not_kept_and_that_is_said_once(self):
        _, said, _ = self.end(self.start("guest", "Learns", "id,age\n"), "guest")

        self.assertEqual(1, said.count("checkpoints of one of several models are not kept"))

    def test_without_a_model_output_no_checkpoint_is_kept(self):
        _, said, result = self.end(self.start("guest", "Learns", "id,age\n", outputs={"data": ["data"]}), "guest")

        self.assertEqual([], result["checkpoints"])
        self.assertEqual(1, said.count("checkpoints are not kept: the DSL names no model output"))
        self.assertEqual([], [name for name in self.left("guest") if name.startswith("checkpoint")])

    def test_a_cache_is_a_file_for_this_user_alone_from_which_a_later_run_goes_on(self):
        code, said, result = self.end(self.start("guest", "Caches", "id,age\n"), "guest")
        self.assertEqual(0, code, said)
        file = os.path.join(self.directory.name, "guest", result["cache"])
        self.assertEqual(0o600, os.stat(file).st_mode & 0o777)
        with open(file, encoding="utf-8") as lines:
            self.assertEqual(3, len(list(lines)))

        later = self.start("guest", "Caches", "id,age\n", cache={"component": "b_0", "output": "cache", "file": file})
        code, said, result = self.end(later, "guest")

        self.assertEqual(0, code, said)
        self.assertIn("""went on with ["('k', None)", "(17, ('a', b'x'))"] of ['b_0'] by %d in 3 parts, {'sid': 'id'}"""
                      % (1 << 70), said)
        self.assertIsNone(result["cache"])

    def test_a_cache_of_a_built_in_component_is_refused_with_its_component_and_what_to_do(self):
        file = os.path.join(self.directory.name, "cache.csv")
        with open(file, "w", encoding="utf-8") as out:
            out.write("number,party,record,other\n0,host 10000,ab,cd\n")

        self.assertRegex(
            self.failure("Caches", table="id,x\n", cache={"component": "b_0", "output": "cache", "file": file}),
            "the cache of b_0 was made by a built-in component.*by the same provider")

    def test_a_hostile_cache_runs_nothing_and_is_named(self):
        trace = os.path.join(self.directory.name, "trace")
        hostile = base64.urlsafe_b64encode(zlib.compress(pickle.dumps(Command("touch " + trace), 4))).decode("ascii")
        file = os.path.join(self.directory.name, "cache.csv")
        with open(file, "w", encoding="utf-8") as out:
            out.write("number,fate_cache.%s\n" % hostile)

        said = self.failure("Caches", table="id,x\n", cache={"component": "b_0", "output": "cache", "file": file})

        self.assertRegex(said, "(posix|nt).system, which is not allowed")
        self.assertFalse(os.path.exists(trace))

    def test_what_is_no_cache_of_fates_is_refused_with_its_module(self):
        self.assertRegex(self.failure("LeavesNoCache", table="id,x\n"), "the cache of LeavesNoCache is dict; only one pair")

    def test_neither_the_base_nor_the_pool_outlives_the_attempt(self):
        code, said, _ = self.end(self.start("arbiter", "Join"), "arbiter")

        self.assertEqual(0, code, said)
        self.assertEqual(["config.json", "result.json"], self.left("arbiter"))
        with self.assertRaises(ProcessLookupError):
            os.kill(int(re.search(r"pool process (\d+)", said).group(1)), 0)

    def test_a_stop_leaves_neither_base_nor_pool(self):
        process = self.start("host", "Receives")
        pool = int(re.search(r"pool process (\d+)", process.stdout.readline()).group(1))
        self.assertIn("waits", process.stdout.readline())
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)

        self.assertEqual(143, process.returncode)
        self.assertEqual(["config.json"], self.left("host"))
        with self.assertRaises(ProcessLookupError):
            os.kill(pool, 0)

    def test_after_a_full_disk_the_result_is_written_when_the_base_has_given_its_space_back(self):
        directory, left = self.directory.name, []
        with open(os.path.join(directory, "config.json"), "w", encoding="utf-8") as file:
            json.dump({"component_name": "a_0", "roles": ROLES}, file)

        def keep(_, result):
            left.append([name for name in os.listdir(directory) if name.startswith("fate-base")])
            self.assertRegex(json.loads(result)["error_report"], "Input/output.*the worker's disk is full")

        full = shutil._ntuple_diskusage(600 << 10, 599 << 10, 1 << 10)
        with mock.patch.object(program.attempt, "run", side_effect=OSError(5, "Input/output error")), \
                mock.patch.object(program.shutil, "disk_usage", lambda _: full), \
                mock.patch.object(program.installation, "find"), mock.patch.object(program, "write_whole", keep), \
                mock.patch.dict(os.environ):
            self.assertEqual(1, program.main(directory))

        self.assertEqual([[]], left)

    def test_it_gives_signs_of_life(self):
        process = self.start("host", "Receives", "id,x\n")
        self.assertIn("pool process", process.stdout.readline())

        self.assertLess(time.time() - os.stat(os.path.join(self.directory.name, "host", "alive")).st_mtime, 60)
        process.terminate()  # and its pool with it
        process.communicate(timeout=60)

    def test_a_component_that_raises_is_told_in_one_line_with_its_place(self):
        self.assertRegex(self.failure("Raises", table="id,x\n"),
                         r"^a_0: ValueError: no luck of 1 \(shapes.py, line \d+\)$")
        self.assertEqual(["config.json", "input-0.csv", "result.json"], self.left("guest"))

    def test_what_an_error_quotes_of_the_data_is_told_to_nobody_else(self):
        said = self.failure("QuotesData", table="id,x\n")

        self.assertRegex(said, r"^a_0: ValueError: id \*\*\* has \*\*\* and \*\*\* in row 3, \*\*\* has not \(shapes.py, line")

    def test_what_an_error_quotes_of_the_program_is_told(self):
        self.assertIn("no attribute 'nothing'", self.failure("LacksAnAttribute", table="id,x\n"))

    def test_a_wrong_parameter_is_told(self):
        self.assertIn("add must not be negative", self.failure("Join", table="id,x\n", parameters={"add": -1}))

    def test_a_missing_package_is_named_whether_it_is_missed_at_the_start_or_later(self):
        self.assertRegex(self.failure("NeedsAPackage"), "needs the Python module a_package_that_nobody_has.*install")

    def test_a_missing_package_of_a_components_file_is_named(self):
        self.assertRegex(self.failure("ImportsAPackage"),
                         "ImportsAPackage cannot run: .* another_package_that_nobody_has")

    def test_a_module_that_the_installation_has_not_is_named(self):
        self.assertRegex(self.failure("Elsewhere"), "no component Elsewhere")

    def test_an_installation_that_is_none_is_named(self):
        self.assertRegex(self.failure("Join", home=self.directory.name), "has no directory federatedml")

    def test_no_installation_is_said(self):
        self.assertRegex(self.failure("Join", home=""), "FATE_PYTHON_HOME is not set")

    def test_a_hostile_value_runs_nothing_and_is_named(self):
        trace = os.path.join(self.directory.name, "trace")
        value = pickle.dumps(Command("touch " + trace), 4)
        self.site.kept["join", "columns", "guest 9999", "host 10000"] = b"O" + value

        said = self.failure("Receives", role="host")

        self.assertRegex(said, "join from guest 9999 was refused: .*(posix|nt).system, which is not allowed")
        self.assertFalse(os.path.exists(trace))

    def test_the_reason_why_nothing_will_come_is_handed_on(self):
        self.site.refusal = b"guest 9999 failed: no space"

        self.assertIn("receive join (tag columns) from guest 9999: guest 9999 failed: no space",
                      self.failure("Receives", role="host"))
