"""Components that do one thing each which the runner has to bear."""
import copy
import types

from fate_arch.session import Session

from .components import ComponentMeta


class Parameters:
    def __init__(self):
        self.add = 1

    def update(self, given):
        self.__dict__.update(given)

    def check(self):
        if self.add < 0:
            raise ValueError("add must not be negative")

    def as_dict(self):
        return dict(self.__dict__)


class Metric:
    def __init__(self, key, value):
        self.key, self.value = key, value


def output(*data, model=None, cache=None):
    return types.SimpleNamespace(data=list(data), model=model or {}, cache=[cache])


def parties(role):
    return Session.current._parties_info.parties[role]


class JoinGuest:
    """Joins its table with the host's, as tables: key -> own columns and the host's."""

    def __init__(self):
        assert Session.current._parties_info.local_party.role == "guest"  # as HeteroSSHELR asks for its own

    def run(self, given):
        own, = given.datasets["reader_0"]["data"]
        federation = Session.current._federation_session
        federation.remote({"columns": own.schema["header"]}, "join", "columns", parties("host"), None)
        theirs, = federation.get("join", "rows", parties("host"), None)
        there = dict(theirs.collect())
        rows = [(key, value + "," + there[key]) for key, value in own.collect() if key in there]
        joined = Session.current.computing.parallelize(rows, partition=2, include_key=True)
        joined.schema = {"header": own.schema["header"] + ",theirs", "sid": own.schema["sid"]}
        tracker = given.tracker
        tracker.log_metric_data(metric_namespace="join", metric_name="rows", metrics=[{"key": "joined", "value": 2}])
        tracker.set_metric_meta(metric_namespace="join", metric_name="rows",
                                metric_meta={"metric_type": "JOIN", "metas": {}, "extra_metas": {"a": float("nan")}})
        tracker.log_component_summary(summary_data={"joined": joined.count(), "add": given.parameters["add"]})
        model = {"JoinMeta": ("JoinMeta", b"", {"add": given.parameters["add"]}), "JoinParam": ("Other", b"", {"n": "2"})}
        return output(joined, model=model)


class JoinHost:
    def run(self, given):
        own, = given.datasets["reader_0"]["data"]
        columns, = Session.current._federation_session.get("join", "columns", parties("guest"), None)
        assert columns == {"columns": "age"}
        Session.current._federation_session.remote(own, "join", "rows", parties("guest"), None)
        return output(None)


class JoinArbiter:
    """Has the key of its declared input, and no table."""

    def run(self, given):
        assert given.datasets == {"reader_0": {"data": [None]}}, given.datasets
        return output(None)


class Raises:
    def run(self, given):
        table = Session.current.computing.parallelize([("a", 1)], partition=1, include_key=True)
        raise ValueError("no\nluck of %d" % table.count())


class QuotesData:
    def run(self, given):
        raise ValueError("id 'alice' has [1, 2] and 12345678 in row 3, \"bob\" has not")


class LacksAnAttribute:
    def run(self, given):
        return given.nothing


class NeedsAPackage:
    def run(self, given):
        import a_package_that_nobody_has  # noqa: F401


class Receives:
    def run(self, given):
        table = Session.current.computing.parallelize([("a", 1)], partition=1, include_key=True)
        print("has %d row and waits" % table.count(), flush=True)
        Session.current._federation_session.get("join", "columns", parties("guest"), None)
        return output()


def learned(rounds):
    return {"SumMeta": ("SumMeta", b"", {}), "SumParam": ("SumParam", b"", {"rounds": rounds})}


class Learns:
    """Keeps its model of every second round, as FATE's callback does; copies of it keep theirs nowhere."""

    def run(self, given):
        manager = given.checkpoint_manager
        copied = copy.deepcopy(manager)
        for step in (0, 2, 4, 2):
            manager.new_checkpoint(step_index=step, step_name="step_name").save(learned(step + given.parameters["add"]))
            copied.new_checkpoint(step_index=step, step_name="step_name").save(learned(-1))
        print("checkpoints: %d" % manager.checkpoints_number)
        return output(None, model=learned(5))


class Caches:
    """Leaves a cache in FATE's form, or goes on from one."""

    def run(self, given):
        if not given.caches:
            table = Session.current.computing.parallelize([(17, ("a", b"x")), ("k", None)], partition=3, include_key=True)
            table.schema = {"sid": "id"}
            return output(None, cache=({9999: table}, {9999: {"cache_id": "c", "intersect_key": {"d": 1 << 70}}}))
        (tables, metas), = given.caches.values()
        rows = sorted(map(repr, tables["9999"].collect()))
        print("went on with %s of %s by %d in %d parts, %s"
              % (rows, sorted(given.caches), metas["9999"]["intersect_key"]["d"], tables["9999"].partitions,
                 tables["9999"].schema))
        return output(None)


class LeavesNoCache:
    def run(self, given):
        return output(None, cache={"just": "a dict"})


class LazyComponentMeta(ComponentMeta):
    """As FATE's: what runs is imported when somebody asks for it."""

    def get_run_obj_name(self, role):
        import a_package_for_later  # noqa: F401


LazyComponentMeta("ImportsLater", Parameters, {"guest": Raises})
ComponentMeta("Join", Parameters, {"guest": JoinGuest, "host": JoinHost, "arbiter": JoinArbiter})
ComponentMeta("Raises", Parameters, {"guest": Raises})
ComponentMeta("QuotesData", Parameters, {"guest": QuotesData})
ComponentMeta("LacksAnAttribute", Parameters, {"guest": LacksAnAttribute})
ComponentMeta("NeedsAPackage", Parameters, {"guest": NeedsAPackage})
ComponentMeta("Receives", Parameters, {"host": Receives})
ComponentMeta("Learns", Parameters, {"guest": Learns})
ComponentMeta("Caches", Parameters, {"guest": Caches})
ComponentMeta("LeavesNoCache", Parameters, {"guest": LeavesNoCache})
