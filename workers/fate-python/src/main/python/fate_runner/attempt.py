"""One attempt: what config.json says goes in, what the component leaves goes out."""
import os
import types

from . import caches, engines, installation, models, tables
from .checkpoints import Checkpoints
from .exchange import Exchange
from .problems import AmidData, Problem
from .tracker import Tracker


def run(config, home, directory, engine=None):
    """Runs it, over the site's exchange or an engine of FATE's; result.json's content."""
    role = config["local"]["role"]
    meta = installation.component(home, config["module"])
    parameters = meta.get_param_obj(config["component_name"])
    parameters.update(dict(config.get("component_parameters") or {}))
    parameters.check()
    exchange = Exchange(config["exchange"])
    session = _session(config, exchange, engine)
    component = meta.get_run_obj(role)  # some, as HeteroSSHELR, ask for their parties when they are made
    tracker = Tracker(os.path.join(directory, "metrics.json"))
    checkpoints = _checkpoints(config, directory)
    given = _input(config, session, tracker, checkpoints, parameters.as_dict())
    try:
        output = component.run(given)
        session.wait_remote_all_done()
    except Exception as error:
        raise AmidData(error) from error
    outputs = _write(output.data, config, directory)
    cache = caches.write(output.cache, config["module"], directory)
    kept = models.to_json(config["module"], output.model) if config.get("outputs", {}).get("model") else []
    exchange.settle()
    return {"status": "success", "outputs": outputs, "metrics": tracker.metrics(), "summary": tracker.summary(),
            "models": kept, "checkpoints": checkpoints.described(), "cache": cache}


def _checkpoints(config, directory):
    named = config.get("outputs", {}).get("model")
    return Checkpoints(config["module"], directory,
                       None if named else "checkpoints are not kept: the DSL names no model output")


def _session(config, exchange, engine):
    from fate_arch.session import PartiesInfo, Session

    from .federation import Federation

    session = Session(session_id=engines.computing_session(config)).as_global()
    if engine:
        engine.prepare(os.environ["FATE_PROJECT_BASE"])
    session.init_computing(session.session_id, record=False, options={"task_cores": _cores(config)})
    if engine:
        engine.open(session, dict(_roles(config), job_parameters=config.get("job_parameters", {})), config)
        return session
    # FATE's session takes engines of its own only: for another federation there is no call
    session._parties_info = PartiesInfo.from_conf(_roles(config))
    session._federation_session = Federation(engines.federation_session(config), exchange, session.computing)
    return session


def _input(config, session, tracker, checkpoints, parameters):
    inputs = config.get("inputs", {})
    datasets = {}
    for key, declared in inputs.get("data", {}).items():
        for one in declared:
            table = None
            if one.get("file"):
                table = tables.read(session.computing, one["file"], _partitions(config), one.get("instances"),
                                    config["local"])
            datasets.setdefault(one["component"], {}).setdefault(key, []).append(table)
    handed_in = models.handed_in(inputs)
    return types.SimpleNamespace(
        tracker=tracker,
        checkpoint_manager=checkpoints,
        task_version_id="%s_%s" % (config["task_id"], config["task_version"]),
        parameters=parameters,
        datasets=datasets,
        models=handed_in,
        caches=caches.read(session.computing, inputs.get("cache", [])),
        job_parameters=types.SimpleNamespace(**config.get("job_parameters", {})),
        roles=_roles(config),
        flow_feeded_parameters={"output_data_name": config.get("outputs", {}).get("data", []), "table_info": []})


def _write(found, config, directory):
    names = config.get("outputs", {}).get("data", [])
    outputs = []
    for place, (name, table) in enumerate(zip(names, found or [])):
        if table is None:
            continue
        if not hasattr(table, "collect"):
            raise Problem("output %s of %s is a %s; only tables can be kept"
                          % (name, config["module"], type(table).__name__))
        file = "output-%d.csv" % place
        described = tables.write(table, os.path.join(directory, file))
        outputs.append({"data_name": name, "file": file, **({"instances": described} if described else {})})
    return outputs


def _roles(config):
    return {"role": config["roles"], "local": config["local"]}


def _cores(config):
    return int(config.get("job_parameters", {}).get("task_cores") or 1)


def _partitions(config):
    return int(config.get("job_parameters", {}).get("computing_partitions") or 4)
