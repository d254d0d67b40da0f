import unittest

from fate_runner.exchange import Exchange
from fate_runner.problems import Problem
from site_stub import Site


class ExchangeTest(unittest.TestCase):

    def setUp(self):
        self.site = Site()
        self.site.__enter__()
        self.addCleanup(self.site.__exit__)

    def exchange(self, party="guest 1", **more):
        return Exchange(dict(self.site.settings(party), **more), give_up_after=5, first_pause=0.01)

    def test_names_and_tags_with_any_sign_arrive(self):
        self.exchange().send("a&b=c", "d e/ü", "host", 2, b"x")

        self.assertEqual({("a&b=c", "d e/ü", "guest 1", "host 2"): b"x"}, self.site.kept)

    def test_a_server_that_is_busy_is_asked_again(self):
        self.site.troubles = [503, 408, 425, 429]

        self.exchange().send("a", "b", "host", 2, b"x")

        self.assertEqual(5, len(self.site.calls))

    def test_what_arrived_though_the_answer_was_lost_is_no_duplicate(self):
        self.site.troubles = ["keep, but say nothing"]

        self.exchange().send("a", "b", "host", 2, b"x")

        self.assertEqual(2, len(self.site.calls))

    def test_a_duplicate_is_refused(self):
        self.exchange().send("a", "b", "host", 2, b"x")

        with self.assertRaisesRegex(Problem, "duplicate tag"):
            self.exchange().send("a", "b", "host", 2, b"y")

    def test_a_refusal_is_final(self):
        self.site.troubles = [403]

        with self.assertRaisesRegex(Problem, "answered 403"):
            self.exchange().send("a", "b", "host", 2, b"x")
        self.assertEqual(1, len(self.site.calls))

    def test_another_server_of_the_site_is_asked_when_one_is_away(self):
        there = self.site.settings("guest 1")["url"]

        self.exchange(url="http://127.0.0.1:9", others=[there]).send("a", "b", "host", 2, b"x")

        self.assertEqual(1, len(self.site.kept))

    def test_what_is_not_there_yet_is_waited_for(self):
        import threading
        later = threading.Timer(0.5, lambda: self.exchange("host 2").send("a", "b", "guest", 1, b"x"))
        later.start()
        self.addCleanup(later.join)

        self.assertEqual(b"x", self.exchange().receive("a", "b", "host", 2))

    def test_what_is_large_is_removed_when_it_is_here(self):
        self.exchange("host 2").send("a", "b", "guest", 1, b"x" * (1 << 20))

        self.exchange().receive("a", "b", "host", 2)

        self.assertIn(("DELETE", "receive"), self.site.calls)


if __name__ == "__main__":
    unittest.main()
