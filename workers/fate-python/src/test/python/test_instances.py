"""Instances and predictions as lines, there and back; and what an installation can import."""
import json
import math
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import unittest

INSTALLATION = os.path.join(os.path.dirname(os.path.abspath(__file__)), "installation")
sys.path.insert(0, INSTALLATION)

import numpy  # noqa: E402
from fate_arch.session import Computing  # noqa: E402
from fate_runner import installation, models, tables  # noqa: E402
from fate_runner.tracker import Tracker  # noqa: E402
from federatedml.feature.instance import Instance  # noqa: E402
from federatedml.feature.sparse_vector import SparseVector  # noqa: E402

GUEST = {"role": "guest", "party_id": 9999}
SCHEMA = {"sid": "id", "header": ["x0", "x1"], "anonymous_header": ["guest_9999_x0", "guest_9999_x1"]}
LABELLED = dict(SCHEMA, label_name="y", anonymous_label="guest_9999_y")


def setUpModule():
    base = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(base.cleanup)
    os.environ["FATE_PROJECT_BASE"] = base.name


def dense(*values, dtype="float64"):
    return numpy.array(values, dtype=dtype)


class LinesTest(unittest.TestCase):

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.file = os.path.join(directory.name, "t.csv")

    def written(self, schema, *rows):
        table = Computing().parallelize(rows, partition=1, include_key=True)
        table.schema = dict(schema)
        self.described = tables.write(table, self.file)
        with open(self.file, encoding="utf-8") as file:
            return file.read()

    def again(self):
        table = tables.read(Computing(), self.file, 1, self.described, GUEST)
        return table.schema, dict(table.collect())

    def test_labels_and_numbers_come_back_to_the_last_digit(self):
        text = self.written(LABELLED, ("a", Instance(features=dense(0.1, 1 / 3), label=1)),
                            ("b", Instance(features=dense(-1e-300, 5.0), label=0)))

        self.assertEqual("id,y,x0,x1\na,1,0.1,0.3333333333333333\nb,0,-1e-300,5.0\n", text)
        schema, rows = self.again()
        self.assertEqual(LABELLED, schema)
        self.assertEqual([0.1, 1 / 3], rows["a"].features.tolist())
        self.assertIs(int, type(rows["a"].label))
        self.assertIsNone(rows["a"].weight)
        self.assertIsNone(rows["a"].inst_id)

    def test_a_missing_value_is_written_as_java_reads_it(self):
        self.assertIn("a,NaN,Infinity\n", self.written(SCHEMA, ("a", Instance(features=dense(math.nan, math.inf)))))

        value, infinite = self.again()[1]["a"].features.tolist()
        self.assertTrue(math.isnan(value))
        self.assertEqual(math.inf, infinite)

    def test_match_ids_and_weights_come_back(self):
        schema = dict(SCHEMA, match_id_name="phone")
        self.written(schema, ("1a", Instance(inst_id="a", weight=0.5, features=dense(1.0, 2.0))))

        found, rows = self.again()
        self.assertEqual(schema, found)
        self.assertEqual(("a", 0.5), (rows["1a"].inst_id, rows["1a"].weight))

    def test_sparse_features_come_back_sparse(self):
        text = self.written(SCHEMA, ("a", Instance(features=SparseVector([1, 0], [2.5, 1.0], 2))),
                            ("b", Instance(features=SparseVector([], [], 2))))

        self.assertEqual("id,features\na,0:1.0 1:2.5\nb,\n", text)
        rows = self.again()[1]
        self.assertEqual({0: 1.0, 1: 2.5}, rows["a"].features.sparse_vec)
        self.assertEqual({}, rows["b"].features.sparse_vec)

    def test_what_lines_cannot_tell_is_kept_as_fate_has_it(self):
        for schema, value in ((SCHEMA, Instance(features=dense("a", "b", dtype="<U1"))),
                              (SCHEMA, Instance(features=SparseVector([0], [0.0], 2))),
                              (SCHEMA, Instance(features=dense(1.0))),
                              (LABELLED, Instance(features=dense(1.0, 2.0), label=True)),
                              (dict(SCHEMA, is_display=False), Instance(features=dense(1.0, 2.0))),
                              (LABELLED, Instance(features=dense(1.0, 2.0))),
                              (dict(SCHEMA, anonymous_header=["x"]), Instance(features=dense(1.0, 2.0)))):
            with self.subTest(schema=schema, value=vars(value)):
                self.assertIn(tables.EXACT, self.written(schema, ("a", value)))
                self.assertIsNone(self.described)

    def test_rows_of_different_kinds_are_kept_as_fate_has_them(self):
        self.assertIn(tables.EXACT, self.written(SCHEMA, ("a", Instance(features=dense(1.0, 2.0))),
                                                 ("b", Instance(features=dense(1.0, 2.0), weight=2.0))))

    def test_predictions_are_what_java_reads_and_come_back(self):
        schema = {"sid": "id", "header": ["label", "predict_result", "predict_score", "predict_detail", "type"],
                  "content_type": "predict_result"}
        features = [1, 0, 0.25, "\"{'0': 0.75, '1': 0.25}\"", "train"]
        text = self.written(schema, ("a", Instance(features=features)))

        self.assertIn('a,1,0,0.25,"{""0"": 0.75, ""1"": 0.25}",train\n', text)
        found, rows = self.again()
        self.assertEqual(schema, found)
        self.assertEqual(features, rows["a"].features)


class ModelsTest(unittest.TestCase):

    def test_what_fate_calls_the_message_of_a_model_needs_no_word(self):
        model = {"HeteroLogisticRegressionMeta": ("LRModelMeta", b"", {"tol": 1}),
                 "HeteroLogisticRegressionParam": ("Other", b"", {"iters": 2})}

        told, = models.to_json("HeteroLR", model)

        self.assertEqual({"tol": 1}, told["meta"])
        self.assertEqual({"iters": 2, "@class": "Other"}, told["param"])


    def test_a_declared_model_that_is_not_here_is_handed_in_without_parts(self):
        self.assertEqual({"model": {"onehot_0": {}}},
                         models.handed_in({"model": [], "declared_models": {"model": ["onehot_0"]}}))
        self.assertEqual({}, models.handed_in({"model": [], "isometric_model": []}))


class TrackerTest(unittest.TestCase):

    def test_it_travels_to_the_processes_of_the_pool(self):
        with tempfile.TemporaryDirectory() as directory:
            there = pickle.loads(pickle.dumps(Tracker(os.path.join(directory, "metrics.json"))))

            there.log_metric_data("train", "loss", [{"key": 0, "value": 0.5}])

            self.assertEqual([[0, 0.5]], there.metrics()[0]["data"])

    def test_a_metric_keeps_the_name_that_its_meta_has(self):
        with tempfile.TemporaryDirectory() as directory:
            tracker = Tracker(os.path.join(directory, "metrics.json"))

            tracker.set_metric_meta("sample_count", "stratified", {
                "name": "sample_count", "metric_type": "SAMPLE_TABLE", "metas": {}, "extra_metas": {"unit_name": "rows"}})

            self.assertEqual({"unit_name": "rows", "name": "sample_count"}, tracker.metrics()[0]["metas"])


class ProbeTest(unittest.TestCase):

    def probe(self, home):
        with tempfile.TemporaryDirectory() as directory:
            file = os.path.join(directory, "found.json")
            done = subprocess.run([sys.executable, "-B", "-m", "fate_runner.probe", file], cwd=directory, timeout=60,
                                  env=dict(os.environ, FATE_PYTHON_HOME=home), stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True)
            self.assertEqual(0, done.returncode, done.stdout)
            with open(file, encoding="utf-8") as found:
                return json.load(found)

    def test_each_module_is_imported_and_what_one_misses_is_named(self):
        found = self.probe(INSTALLATION)

        self.assertEqual("", found["trouble"])
        self.assertEqual("", found["modules"]["Join"])
        self.assertRegex(found["modules"]["ImportsAPackage"], "another_package_that_nobody_has")
        self.assertRegex(found["modules"]["ImportsLater"], "a_package_for_later")

    def test_a_home_without_fate_is_trouble(self):
        found = self.probe("/nowhere")

        self.assertRegex(found["trouble"], "FATE_PYTHON_HOME=/nowhere has no directory federatedml")
        self.assertEqual({}, found["modules"])

    def test_modules_are_known_by_all_their_names_without_an_import(self):
        with tempfile.TemporaryDirectory() as home:
            directory = os.path.join(home, "federatedml", "components")
            os.makedirs(directory)
            with open(os.path.join(directory, "a.py"), "w", encoding="utf-8") as file:
                file.write('raise ImportError\na = ComponentMeta("One", "Other")\nb = ComponentMeta(\n    "Two")\n')

            self.assertEqual({"One", "Other", "Two"}, set(installation.modules(pathlib.Path(home))))


if __name__ == "__main__":
    unittest.main()
