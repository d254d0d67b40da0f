"""Components of the end-to-end test's own: modules that FATE has and Java has not, written for the interface that fate_runner expects."""
import types

from fate_arch.session import Session
from federatedml.feature.instance import Instance

from .components import ComponentMeta

PREDICTED = ["label", "predict_result", "predict_score", "predict_detail", "type"]


class Parameters:
    def __init__(self):
        self.fail_at = ""

    def update(self, given):
        self.__dict__.update(given)

    def check(self):
        pass

    def as_dict(self):
        return dict(self.__dict__)


def outcome(data, model):
    return types.SimpleNamespace(data=[data], model=model, cache=[None])


def others(role):
    return Session.current._parties_info.parties[role]


def table_of(given):
    (tables,) = given.datasets.values()
    (table,) = tables["train_data"]
    return table


def learned(given, rows):
    """A model, of which there was a first half. It needs no message class: a name of one, its bytes, and its JSON."""
    first, whole = [{"SharesMeta": ("SharesMeta", b"", {"kind": "sums"}),
                     "SharesParam": ("SharesParam", b"", {"rows": some})} for some in (rows // 2, rows)]
    given.checkpoint_manager.new_checkpoint(step_index=3, step_name="step_name").save(first)
    return whole


class Guest:
    """Adds its features to the host's sum of each row, and is sure of a label by what that makes."""

    def run(self, given):
        own = table_of(given)
        sums, = Session.current._federation_session.get("shares", "sums", others("host"), None)
        if given.parameters["fail_at"] == "guest":
            raise ValueError("no luck with the shares")
        sums = dict(sums.collect())
        rows = [(key, self.prediction(value, sums[key])) for key, value in own.collect() if key in sums]
        predicted = Session.current.computing.parallelize(rows, partition=2, include_key=True)
        predicted.schema = {"header": PREDICTED, "sid": own.schema["sid"], "content_type": "predict_result"}
        given.tracker.log_component_summary(summary_data={"rows": predicted.count()})
        return outcome(predicted, learned(given, predicted.count()))

    @staticmethod
    def prediction(value, other):
        score = min(1.0, max(0.0, 0.5 + 0.1 * (sum(value.features.tolist()) + other)))
        detail = "\"{'0': %r, '1': %r}\"" % (1 - score, score)
        return Instance(features=[int(value.label), int(score > 0.5), score, detail, "train"])


class Host:
    def run(self, given):
        rows = [(key, sum(value.features.tolist())) for key, value in table_of(given).collect()]
        sums = Session.current.computing.parallelize(rows, partition=2, include_key=True)
        Session.current._federation_session.remote(sums, "shares", "sums", others("guest"), None)
        return outcome(None, learned(given, len(rows)))


class LazyComponentMeta(ComponentMeta):
    def get_run_obj_name(self, role):
        import a_package_for_images  # noqa: F401


ComponentMeta("HeteroNN", Parameters, {"guest": Guest, "host": Host})
LazyComponentMeta("FTL", Parameters, {"guest": Guest, "host": Host})
