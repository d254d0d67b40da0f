"""Tables, chunks, and what may be read of a pickle."""
import collections
import importlib.util
import os
import pickle
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "installation"))

from fate_arch.session import Computing, Party  # noqa: E402
from fate_runner import safe_pickle, tables  # noqa: E402
from fate_runner.federation import Federation  # noqa: E402
from fate_runner.problems import Problem  # noqa: E402
from fate_runner.tables import EXACT, encoded  # noqa: E402

GUEST, HOST = Party("guest", 1), Party("host", 2)


class Parcels:
    """An exchange in memory with one party at each end."""

    def __init__(self):
        self.parcels = {}

    def send(self, name, tag, role, party, body):
        self.parcels[name, tag] = body

    def receive(self, name, tag, role, party):
        return self.parcels[name, tag]


def setUpModule():
    base = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(base.cleanup)
    os.environ["FATE_PROJECT_BASE"] = base.name  # the tables of our installation are made for it


class FederationTest(unittest.TestCase):

    def setUp(self):
        self.exchange = Parcels()
        self.federation = Federation("s", self.exchange, Computing(), chunk_bytes=200)

    def sent(self, value):
        self.federation.remote(value, "n", "t", [HOST], None)
        return self.federation.get("n", "t", [GUEST], None)[0]

    def table(self, rows):
        return Computing().parallelize(rows, partition=3, include_key=True)

    def test_a_table_travels_in_chunks_of_bounded_size(self):
        rows = [("k%d" % i, (i, "x" * 20)) for i in range(100)]

        there = self.sent(self.table(rows))

        self.assertEqual(rows, list(there.collect()))
        self.assertEqual(3, there.partitions)
        self.assertGreater(len(self.exchange.parcels), 10)
        self.assertLess(max(map(len, self.exchange.parcels.values())), 500)

    def test_an_empty_table_arrives(self):
        self.assertEqual(0, self.sent(self.table([])).count())

    def test_a_large_object_travels_in_chunks(self):
        self.assertEqual(b"x" * 5000, self.sent(b"x" * 5000))
        self.assertLess(max(map(len, self.exchange.parcels.values())), 300)

    def test_equal_keys_of_a_partner_are_a_failure(self):
        self.exchange.parcels = {("n", "t"): b"T2", ("n", "t~0"): b"." + pickle.dumps([("a", 1), ("a", 2)])}

        with self.assertRaisesRegex(Problem, "2 rows came, 1 could be kept"):
            self.federation.get("n", "t", [GUEST], None)

    def test_a_hostile_row_of_a_table_is_refused(self):
        row = [("a", collections.Counter)]
        self.exchange.parcels = {("n", "t"): b"T2", ("n", "t~0"): b"." + pickle.dumps(row)}

        with self.assertRaisesRegex(Problem, "collections.Counter, which is not allowed"):
            self.federation.get("n", "t", [GUEST], None)

    def test_what_is_no_parcel_of_the_runners_is_refused(self):
        for body in (b"", b"{}", b"T0", b"T9999999", b"T-1"):
            self.exchange.parcels = {("n", "t"): body}
            with self.assertRaisesRegex(Problem, "nothing that this runner sends"):
                self.federation.get("n", "t", [GUEST], None)


class Key:
    def encrypt(self, value):
        return -value


class PickleTest(unittest.TestCase):

    def test_names_that_run_code_are_refused_whatever_the_list_adds(self):
        for name in (b"cos\nsystem\n.", b"cbuiltins\neval\n.", b"cbuiltins\ngetattr\n.", b"cnumpy\nload\n.",
                     b"cnumpy.testing._private.utils\nrunstring\n.", b"csubprocess\nPopen\n."):
            with self.assertRaises(safe_pickle.Refused):
                safe_pickle.loads(name, tables.VALUE_CLASSES)

    def test_a_name_with_dots_reaches_nothing_behind_an_allowed_one(self):
        hostile = b"\x80\x04\x8c\x08builtins\x8c\x0dset.__class__\x93."

        with self.assertRaises(safe_pickle.Refused):
            safe_pickle.loads(hostile, tables.VALUE_CLASSES)

    def test_a_class_cannot_be_changed(self):
        before = Key.encrypt
        names = b"c%s\nKey\n" % __name__.encode()
        hostile = names + b"N(dVencrypt\ncbuiltins\nset\nsVfresh\nI1\ns\x86b."

        with self.assertRaisesRegex(safe_pickle.Refused, "attributes of the class Key"):
            safe_pickle.loads(hostile, [(__name__, "Key")])
        self.assertIs(before, Key.encrypt)
        self.assertFalse(hasattr(Key, "fresh"))

    @unittest.skipUnless(importlib.util.find_spec("gmpy2"), "gmpy2 is not there")
    def test_numbers_of_gmpy2_arrive(self):
        import gmpy2
        value = gmpy2.mpz(-2) ** 2047

        self.assertEqual(value, safe_pickle.loads(pickle.dumps(value), tables.VALUE_CLASSES))

    def test_values_arrive(self):
        value = {"a": [1, 2.5, None, {3}, b"x"], "b": collections.OrderedDict(x=1)}

        self.assertEqual(value, safe_pickle.loads(pickle.dumps(value, 4), tables.VALUE_CLASSES))


class Prediction:
    def __init__(self, features):
        self.features = features


class TablesTest(unittest.TestCase):

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.file = os.path.join(directory.name, "t.csv")

    def written(self, text):
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(text)
        return tables.read(Computing(), self.file, 2)

    def test_what_text_would_lose_comes_back_exactly(self):
        table = Computing().parallelize([("a", (1, 2.0)), (5, {"x": 1})], partition=2, include_key=True)
        table.schema = {"header": ["x", "y"], "sid": "id", "label_name": "y", "anonymous_header": ["guest_1_x0"]}

        tables.write(table, self.file)
        again = tables.read(Computing(), self.file, 2)

        self.assertEqual(list(table.collect()), list(again.collect()))
        self.assertEqual(table.schema, again.schema)

    def test_text_stays_text_with_its_columns(self):
        table = self.written('id,x,y\n"a,b",1,2\n')

        self.assertEqual([("a,b", "1,2")], list(table.collect()))
        self.assertEqual({"header": "x,y", "sid": "id"}, table.schema)

    def test_a_text_that_fate_has_quoted_is_quoted_once(self):
        table = Computing().parallelize([("a", Prediction(["1", "\"{'0': 0.1, '1': 0.9}\""]))], 1, True)
        table.schema = {"header": ["score", "detail"], "sid": "id"}

        tables.write(table, self.file)

        with open(self.file, encoding="utf-8") as file:
            self.assertIn("a,1,\"{'0': 0.1, '1': 0.9}\",", file.read())

    def test_a_comma_in_a_value_is_refused_with_its_place_and_without_the_value(self):
        with self.assertRaisesRegex(Problem, "column y has a comma in row 2") as refused:
            self.written('id,x,y\na,1,2\nb,1,"secret,secret"\n')
        self.assertNotIn("secret", str(refused.exception))

    def test_an_uploaded_table_runs_nothing(self):
        hostile = "id,%s\na,%s\n" % (EXACT + encoded({"header": []}), encoded((os.system,)))

        with self.assertRaisesRegex(Problem, "system, which is not allowed"):
            self.written(hostile)


if __name__ == "__main__":
    unittest.main()
