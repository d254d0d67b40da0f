import fractions
import os
import pickle
import tempfile
import unittest

from fate_runner import safe_pickle


class Hostile:
    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.mkdir, (self.path,)


class SafePickleTest(unittest.TestCase):
    def test_a_hostile_pickle_runs_nothing_and_is_refused_by_name(self):
        with tempfile.TemporaryDirectory() as base:
            path = os.path.join(base, "ran")
            with self.assertRaisesRegex(safe_pickle.Refused, r"posix\.mkdir|nt\.mkdir"):
                safe_pickle.loads(pickle.dumps(Hostile(path)))
            self.assertFalse(os.path.exists(path))

    def test_plain_values_arrive_as_sent(self):
        value = {"a": [1, 2.5, None, b"x"], "s": {1, 2}}
        self.assertEqual(value, safe_pickle.loads(pickle.dumps(value)))

    def test_a_class_arrives_only_when_named(self):
        data = pickle.dumps(fractions.Fraction(1, 3))
        with self.assertRaises(safe_pickle.Refused):
            safe_pickle.loads(data)
        self.assertEqual(fractions.Fraction(1, 3), safe_pickle.loads(data, [("fractions", "Fraction")]))


if __name__ == "__main__":
    unittest.main()
