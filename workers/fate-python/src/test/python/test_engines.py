"""Tasks with a party that FATE Flow in Python serves: data go over an engine of FATE's, here a directory that all share."""
import json
import os
import pickle

from attempts import AttemptCase, Command

NAMESPACE = "1_a_0_0"


class EnginesTest(AttemptCase):

    def setUp(self):
        super().setUp()
        self.base = os.path.join(self.directory.name, "fate")
        os.makedirs(os.path.join(self.base, "conf"))
        self.engine("standalone")

    def engine(self, name):
        conf = {"default_engines": {"computing": "standalone", "federation": name},
                "fate_on_standalone": {"standalone": {"nodes": 1}}}
        with open(os.path.join(self.base, "conf", "service_conf.yaml"), "w", encoding="utf-8") as file:
            json.dump(conf, file)

    def with_partner(self, party="10000"):
        return {"FATE_ENGINE_PARTIES": "7, " + party, "FATE_ENGINE_BASE": self.base}

    def shared(self):
        data = os.path.join(self.base, "data")
        return sorted(os.listdir(data)) if os.path.isdir(data) else []

    def test_parties_exchange_objects_and_tables_by_it_and_nothing_goes_over_the_site(self):
        tables = {"guest": "id,age\na,30\nb,40\nc,50\n", "host": "id,pay\nc,7\na,9\n", "arbiter": None}
        started = {role: self.start(role, "Join", table, environment=self.with_partner())
                   for role, table in tables.items()}

        for role, process in started.items():
            code, said, _ = self.end(process, role)
            self.assertEqual(0, code, said)
            self.assertEqual([], [name for name in self.left(role) if name.startswith("fate-base")])
        with open(os.path.join(self.directory.name, "guest", "output-0.csv"), encoding="utf-8") as file:
            self.assertEqual("id,age,theirs\na,30,9\nc,50,7\n", file.read())
        self.assertEqual([], self.site.calls)

    def test_its_own_tables_go_and_those_it_has_sent_stay_for_their_receivers(self):
        self.sent("columns", "guest", {"columns": "age"})

        code, said, _ = self.end(self.start("host", "Join", "id,pay\nc,7\n", environment=self.with_partner()), "host")

        self.assertEqual(0, code, said)
        self.assertEqual([NAMESPACE], [name for name in self.shared() if name != "t"])

    def test_a_hostile_value_in_the_directory_runs_nothing(self):
        trace = os.path.join(self.directory.name, "trace")
        self.sent("columns", "guest", Command("touch " + trace))

        said = self.failure("Join", table="id,pay\nc,7\n", role="host", environment=self.with_partner())

        self.assertRegex(said, "(posix|nt).system, which is not allowed")
        self.assertFalse(os.path.exists(trace))

    def test_an_engine_that_it_does_not_speak_is_named_with_those_that_it_does(self):
        self.engine("eggroll")

        self.assertRegex(self.failure("Join", table="id,x\n", environment=self.with_partner()),
                         "has the federation engine eggroll; this program speaks pulsar, rabbitmq, standalone")

    def test_a_base_that_is_not_there_is_said_with_what_to_do(self):
        said = self.failure("Join", table="id,x\n",
                            environment={"FATE_ENGINE_PARTIES": "10000", "FATE_ENGINE_BASE": "/nowhere"})

        self.assertRegex(said, "names party 10000, and FATE_ENGINE_BASE=/nowhere has no conf/service_conf.yaml: name")

    def test_without_such_a_party_data_go_over_the_site(self):
        self.site.refusal = b"the task is over"

        self.assertRegex(self.failure("Join", table="id,x\n", environment=self.with_partner("10001")),
                         "the task is over")

    def sent(self, name, sender, value):
        """As if the sender had put it there."""
        directory = os.path.join(self.base, "data", NAMESPACE)
        os.makedirs(directory)
        parties = {"guest": 9999, "host": 10000}
        key = "join-%s-%s-%d-host-10000" % (name, sender, parties[sender])
        with open(os.path.join(directory, key), "wb") as file:
            file.write(pickle.dumps(value, 4))
