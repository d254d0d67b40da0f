"""FATE's Python, and the directory that it wants to have around it."""
import contextlib
import importlib
import os
import pathlib
import re
import shutil
import signal
import sys
import tempfile

from .problems import Problem, missing

HOME = "FATE_PYTHON_HOME"

SERVICE_CONF = """\
default_engines: {computing: standalone, federation: standalone, storage: standalone}
fate: {standalone: {cores_per_node: 20, nodes: 1}}
database: {name: none, user: none, passwd: none, host: 127.0.0.1, port: 1, max_connections: 1, stale_timeout: 1}
"""


def find():
    """The directory that has federatedml and fate_arch, which can then be imported."""
    home = os.environ.get(HOME, "")
    if not home:
        raise Problem("%s is not set: name the directory that has federatedml and fate_arch, in the environment of"
                      " this module's command" % HOME)
    for package in ("federatedml", "fate_arch"):
        if not os.path.isdir(os.path.join(home, package)):
            raise Problem("%s=%s has no directory %s" % (HOME, home, package))
    sys.path.insert(0, home)
    return pathlib.Path(home)


@contextlib.contextmanager
def base(directory, engine=None):
    """A base of this attempt's own, before anything of FATE is imported; it goes when the attempt ends."""
    path = tempfile.mkdtemp(prefix="fate-base-", dir=directory)
    try:
        os.makedirs(os.path.join(path, "conf"))
        if engine:
            engine.link(path)
        os.makedirs(os.path.join(path, "data"))
        # local.… goes before what an engine's base says
        with open(os.path.join(path, "conf", "local.service_conf.yaml" if engine else "service_conf.yaml"), "w",
                  encoding="utf-8") as conf:
            conf.write(SERVICE_CONF)
        os.environ.update(FATE_PROJECT_BASE=path, FATE_DEPLOY_BASE=path, PROCESS_ROLE="worker")
        yield path
    finally:
        end_children()
        shutil.rmtree(path, ignore_errors=True)
        if engine:
            engine.tidy()


def end_children():
    """FATE's pool holds our output open, and would be waited for."""
    multiprocessing = sys.modules.get("multiprocessing")
    for child in multiprocessing.active_children() if multiprocessing else []:
        child.kill()
        child.join(5)


def end_on_term():
    """So that a task that is stopped leaves nothing; children of the pool just end."""
    own = os.getpid()

    def ended(_number, _frame):
        if os.getpid() != own:
            os._exit(143)
        raise SystemExit(143)

    signal.signal(signal.SIGTERM, ended)


DECLARED = re.compile(r"""ComponentMeta\(\s*((?:["'][^"']+["'],?\s*)+)""")
QUOTED = re.compile("[\"']([^\"']+)[\"']")


def component(home, module):
    """FATE's description of a component, by the module's name in the DSL."""
    found = {name.lower(): (name, file) for name, file in modules(home).items()}
    if module.lower() not in found:
        raise Problem("FATE in %s=%s has no component %s" % (HOME, home, module))
    name, file = found[module.lower()]
    try:
        importlib.import_module(_name(home, file))
        return _metas().get_meta(name)
    except ModuleNotFoundError as absent:
        raise Problem("%s cannot run: %s" % (module, missing(absent.name))) from absent


def modules(home):
    """The files that declare components, by the components' names; nothing is imported."""
    found = {}
    for file in sorted((home / "federatedml" / "components").glob("**/*.py")):
        for declared in DECLARED.findall(file.read_text(encoding="utf-8")):
            for name in QUOTED.findall(declared):
                found.setdefault(name, file)
    return found


def load(home, module):
    """Imports all that a component needs at any role; raises what that raises."""
    meta = component(home, module)
    meta.get_param_obj("probe")
    for role in sorted(meta.get_supported_roles()):
        meta.get_run_obj_name(role)


def _metas():
    return importlib.import_module("federatedml.components.components").ComponentMeta


def _name(home, file):
    return ".".join(file.relative_to(home).with_suffix("").parts)
