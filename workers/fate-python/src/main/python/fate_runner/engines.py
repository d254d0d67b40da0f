"""FATE's own federation, for tasks with parties whose sites are FATE Flow in Python: their executors know no other.

Which parties those are says FATE_ENGINE_PARTIES, and FATE_ENGINE_BASE names a base of FATE's whose conf has the engine:
its default_engines, and the engine's section. With the standalone engine all parties write into that base's data.
"""
import os
import shutil
import uuid

from . import safe_pickle
from .problems import Problem
from .value_classes import VALUE_CLASSES

PARTIES = "FATE_ENGINE_PARTIES"
BASE = "FATE_ENGINE_BASE"
CONF = "service_conf.yaml"
STANDALONE = "STANDALONE"
SECTIONS = {STANDALONE: "fate_on_standalone", "RABBITMQ": "fate_on_spark", "PULSAR": "fate_on_spark"}


def needed(config):
    """The engine of the task, or None if its data go through the site."""
    named = set(os.environ.get(PARTIES, "").replace(",", " ").split())
    found = sorted(named.intersection(str(party) for parties in config["roles"].values() for party in parties))
    if not found:
        return None
    base = os.environ.get(BASE, "")
    if not os.path.isfile(os.path.join(base, "conf", CONF)):
        raise Problem("%s names party %s, and %s=%s has no conf/%s: name the base of FATE's whose federation engine is"
                      " used with that party, in the environment of this module's provider"
                      % (PARTIES, found[0], BASE, base, CONF))
    return Engine(base, computing_session(config))


def federation_session(config):
    """As FATE Flow names it, so that both find each other."""
    return "%s_%s" % (config["task_id"], config["task_version"])


def computing_session(config):
    return "%s_%s_%s" % (federation_session(config), config["local"]["role"], config["local"]["party_id"])


class Engine:
    def __init__(self, base, namespace):
        self._base = base
        self._namespace = namespace

    def link(self, path):
        """Makes the engine's settings a part of the attempt's own base; no password is copied."""
        conf = os.path.join(self._base, "conf")
        for name in os.listdir(conf):
            if name.endswith(".yaml") and not name.startswith("local."):
                os.symlink(os.path.join(conf, name), os.path.join(path, "conf", name))

    def tidy(self):
        """Takes away the attempt's own tables; those that were sent are taken away by FATE Flow at the task's end."""
        shutil.rmtree(os.path.join(self._base, "data", self._namespace), ignore_errors=True)

    def prepare(self, path):
        """Before FATE's pool is made: what others wrote is read by the list, in its processes, too."""
        from fate_arch import _standalone
        from fate_arch.federation import _federation

        _standalone.deserialize = _values
        _federation.p_loads = _values
        if self._name() == STANDALONE:
            own, shared = os.path.join(path, "data"), os.path.join(self._base, "data")
            os.makedirs(shared, exist_ok=True)
            os.rmdir(own)
            os.symlink(shared, own)

    def open(self, session, runtime_conf, config):
        from fate_arch.common import conf_utils

        name = federation_session(config)
        engine = self._name()
        if engine == STANDALONE:
            _keep_sent_tables_in(name)
        # FATE's session takes its engines from default_engines, and with others than standalone wants a MySQL
        session._federation_type = engine
        addresses = conf_utils.get_base_config(SECTIONS[engine], {})
        session.init_federation(name, runtime_conf=runtime_conf, record=False,
                                service_conf=addresses.get(engine.lower(), {}))

    def _name(self):
        from fate_arch.common import file_utils

        engines = file_utils.load_yaml_conf(os.path.join(self._base, "conf", CONF)).get("default_engines") or {}
        name = str(engines.get("federation") or engines.get("computing") or "none").upper()
        if name not in SECTIONS:
            raise Problem("%s=%s has the federation engine %s; this program speaks %s"
                          % (BASE, self._base, name.lower(), ", ".join(sorted(SECTIONS)).lower()))
        return name


def _values(data):
    return safe_pickle.loads(data, VALUE_CLASSES)


def _keep_sent_tables_in(namespace):
    """A table is read where its sender has it; the sender's own tables go with it, which may be before."""
    from fate_arch.computing.standalone import Table
    from fate_arch.federation.standalone import Federation
    from fate_arch.session import is_table

    send = Federation.remote

    def remote(self, v, name, tag, parties, gc):
        if is_table(v):
            v = Table(v._table.save_as(str(uuid.uuid4()), namespace, need_cleanup=False))
        return send(self, v, name, tag, parties, gc)

    Federation.remote = remote
