#!/usr/bin/env python3
"""Tries what two sites do together, one of which may be FATE Flow in Python: a line of a table for each case.

    mixed_federation.py --initiator http://127.0.0.1:9380,9999 --partner http://fate.bank.example:9380,10000 \\
        --guest-data breast_hetero_guest.csv --host-data breast_hetero_host.csv

The initiator is guest, the partner host and arbiter. Both have to reach each other, and the executors of both need a
federation engine that both have (docs/federation.md). It needs Python 3.8 and nothing else. Without data the cases
that need some are left out. --restart initiator=PIDFILE=COMMAND (or partner=...) names a server of this machine: its process is
killed in the middle of a job, and started again by the command. Exit code 1 if a case ended otherwise than it should.
"""
import argparse
import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from urllib.parse import urlencode

NEED_DATA = ("failure_at_initiator", "failure_at_partner", "retries", "rerun", "learn", "deploy_and_predict")
ENDS = ("success", "failed", "canceled", "timeout")
TOY = {"components": {"secure_add_0": {"module": "SecureAddExample"}}}
LEARN = {"components": {
    "reader_0": {"module": "Reader", "output": {"data": ["data"]}},
    "data_transform_0": {"module": "DataTransform", "input": {"data": {"data": ["reader_0.data"]}},
                         "output": {"data": ["data"], "model": ["model"]}},
    "intersection_0": {"module": "Intersection", "input": {"data": {"data": ["data_transform_0.data"]}},
                       "output": {"data": ["data"], "cache": ["cache"]}},
    "hetero_lr_0": {"module": "HeteroLR", "input": {"data": {"train_data": ["intersection_0.data"]}},
                    "output": {"data": ["data"], "model": ["model"]}},
    "evaluation_0": {"module": "Evaluation", "input": {"data": {"data": ["hetero_lr_0.data"]}},
                     "output": {"data": ["data"]}}}}


class Site:
    def __init__(self, named):
        url, party = named.rsplit(",", 1)
        self.url, self.party = url.rstrip("/"), int(party)
        self.pid_file = self.command = None

    def call(self, path, body, patience=0):
        """Its answer; a server that is away is asked again for so many seconds."""
        request = urllib.request.Request("%s/v1/%s" % (self.url, path), json.dumps(body).encode("utf-8"),
                                         {"Content-Type": "application/json"})
        return self._answer(request, patience)

    def upload(self, file, name):
        with open(file, "rb") as data:
            content = data.read()
        edge = "edge-of-%s" % name
        body = ("--%s\r\nContent-Disposition: form-data; name=\"file\"; filename=\"%s\"\r\n"
                "Content-Type: application/octet-stream\r\n\r\n" % (edge, os.path.basename(file))).encode("utf-8")
        body += content + ("\r\n--%s--\r\n" % edge).encode("utf-8")
        settings = {"file": os.path.basename(file), "head": 1, "partition": 4, "namespace": "mixed_federation",
                    "table_name": name, "drop": 1, "id_delimiter": ","}
        path = "/v1/data/upload?" + urlencode(settings)
        # FATE Flow reads JSON behind the question mark, others the usual form
        for query in (path, "/v1/data/upload?" + urllib.request.quote(json.dumps(settings))):
            answer = self._answer(urllib.request.Request(
                self.url + query, body, {"Content-Type": "multipart/form-data; boundary=" + edge}), 0)
            if answer.get("retcode") == 0:
                return Job(self, answer["jobId"]).end()
        raise SystemExit("%s does not take %s: %s" % (self.url, file, answer))

    def kill_and_start(self):
        with open(self.pid_file, encoding="utf-8") as file:
            pid = int(file.read())
        os.kill(pid, signal.SIGKILL)
        wait_for("the end of process %d" % pid, lambda: not _lives(pid), 60)
        subprocess.run(self.command, shell=True, check=True)
        self.call("version/get", {}, patience=300)

    @staticmethod
    def _answer(request, patience):
        until = time.monotonic() + patience
        while True:
            try:
                with urllib.request.urlopen(request, timeout=120) as answer:
                    return json.load(answer)
            except (OSError, ValueError):
                if time.monotonic() > until:
                    raise
                time.sleep(1)


def _lives(pid):
    try:
        with open("/proc/%d/stat" % pid, encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


class Job:
    def __init__(self, site, job_id):
        self.site, self.id = site, job_id

    def status(self, site=None):
        rows = (site or self.site).call("job/query", {"job_id": self.id}, patience=300).get("data") or []
        mine = (str((site or self.site).party), "0")  # an upload is of party 0
        own = [row["f_status"] for row in rows if str(row["f_party_id"]) in mine]
        return sorted(set(own))[0] if own else "unknown"

    def end(self, limit=900):
        return wait_for("the end of job %s" % self.id, lambda: self.status() in ENDS and self.status(), limit)

    def at(self, site):
        """How it ends there; a site may hear of it a moment later."""
        return wait_for("its end at %d" % site.party, lambda: self.status(site) in ENDS and self.status(site), 120)

    def wait_for_executor(self, site):
        """Until it has reported: FATE Flow takes one that dies before that for running for ever."""
        wait_for("its executor at %d" % site.party, lambda: any(
            row["f_party_status"] == "running" and row["f_run_ip"] for row in self.tasks(site)), 300)

    def tasks(self, site):
        rows = site.call("job/task/query", {"job_id": self.id}, patience=300).get("data") or []
        return [row for row in rows if str(row["f_party_id"]) == str(site.party)]

    def error(self):
        rows = self.site.call("job/task/query", {"job_id": self.id}).get("data") or []
        return " ".join(row.get("f_error_report") or "" for row in rows)


def wait_for(what, condition, limit):
    until = time.monotonic() + limit
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > until:
            raise TimeoutError("%s did not come within %d s" % (what, limit))
        time.sleep(0.5)


class Cases:
    """Each leaves a sentence on what was seen, or raises."""

    def __init__(self, initiator, partner, guest_data, host_data):
        self.initiator, self.partner = initiator, partner
        self.data = (guest_data, host_data)
        self.trained = self._tables = None

    def conf(self, common=None, components=None, roles=None, **more):
        role = {"guest": [self.initiator.party], "host": [self.partner.party]}
        if more.pop("arbiter", False):
            role["arbiter"] = [self.partner.party]
        parameters = {"federated_mode": "MULTIPLE", "task_cores": 1}
        parameters.update(common or {})
        return dict({"dsl_version": 2, "initiator": {"role": "guest", "party_id": self.initiator.party}, "role": role,
                     "job_parameters": {"common": parameters},
                     "component_parameters": {"common": components or {}, "role": roles or {}}}, **more)

    def submit(self, dsl, conf):
        answer = self.initiator.call("job/submit", {"dsl": dsl, "runtime_conf": conf})
        check(answer.get("retcode") == 0, "refused: %s" % answer.get("retmsg"))
        return Job(self.initiator, answer["jobId"])

    def toy(self, rows=1000, common=None, roles=None):
        return self.submit(TOY, self.conf(common, {"secure_add_0": {"partition": 4, "data_num": rows}}, roles))

    def long_toy(self):
        job = self.toy(rows=200000)
        for site in (self.initiator, self.partner):
            job.wait_for_executor(site)
        return job

    def ended(self, job, expected):
        seen = (job.end(), job.at(self.partner))
        check(seen == (expected, expected), "%s at the initiator, %s at the partner%s"
              % (seen + (": " + job.error()[-300:] if "failed" in seen else "",)))
        return "%s at both" % expected

    def case_create(self):
        return self.ended(self.toy(), "success")

    def case_pull(self):
        return self.ended(self.toy(common={"federated_status_collect_type": "PULL"}), "success")

    def case_stop_by_initiator(self):
        return self._stopped_by(self.initiator)

    def case_stop_by_partner(self):
        return self._stopped_by(self.partner)

    def _stopped_by(self, site):
        job = self.long_toy()
        answer = site.call("job/stop", {"job_id": job.id})
        check(answer.get("retcode") == 0, "the stop was refused: %s" % answer)
        return self.ended(job, "canceled")

    def tables(self):
        """Uploads them once; what Readers need of them, by role."""
        if self._tables is None:
            for role, site, file in (("guest", self.initiator, self.data[0]), ("host", self.partner, self.data[1])):
                check(site.upload(file, "mixed_" + role) == "success", "the upload at %d failed" % site.party)
            self._tables = {role: {"table": {"name": "mixed_" + role, "namespace": "mixed_federation"}}
                            for role in ("guest", "host")}
        return self._tables

    def transform(self, fails_at, common=None):
        """A job in which one side looks for a label that its data have not."""
        roles = {role: {"0": {"reader_0": table, "data_transform_0": {
            "with_label": role == fails_at, "label_name": "no_such_column"}}} for role, table in self.tables().items()}
        return self.submit({"components": {name: LEARN["components"][name] for name in ("reader_0", "data_transform_0")}},
                           self.conf(common, {}, roles))

    def case_failure_at_initiator(self):
        return self._failed_at("guest")

    def case_failure_at_partner(self):
        return self._failed_at("host")

    def _failed_at(self, role):
        job = self.transform(role)
        said = self.ended(job, "failed")
        error = " ".join(job.error().split())
        check(error, "the initiator was not told why")
        return "%s; the initiator is told: %s" % (said, error[:150].replace("|", "/"))

    def case_retries(self):
        job = self.transform("host", {"auto_retries": 2, "auto_retry_delay": 1})
        # FATE Flow calls a job failed between its attempts, too
        wait_for("the third attempt", lambda: all(
            any(int(row["f_task_version"]) == 2 and row["f_party_status"] in ENDS for row in job.tasks(site))
            for site in (self.initiator, self.partner)), 600)
        return self.ended(job, "failed") + " after three attempts"

    def case_rerun(self):
        job = self.transform("host")
        self.ended(job, "failed")
        answer = self.initiator.call("job/parameter/update", {"job_id": job.id, "component_parameters": {
            "role": {"host": {"0": {"data_transform_0": {"with_label": False, "label_name": "y"}}}}}})
        check(answer.get("retcode") == 0, "the new parameter was refused: %s" % answer)
        answer = self.initiator.call("job/rerun", {"job_id": job.id})
        check(answer.get("retcode") == 0, "the rerun was refused: %s" % answer)
        wait_for("the rerun", lambda: job.status() not in ("failed",), 60)
        return "failed, then with another parameter " + self.ended(job, "success")

    def case_learn(self):
        roles = {role: {"0": {"reader_0": table, "data_transform_0": {
            "with_label": role == "guest", "output_format": "dense"}}} for role, table in self.tables().items()}
        learns = {"max_iter": 3, "batch_size": -1, "learning_rate": 0.15, "optimizer": "rmsprop", "penalty": "L2",
                  "init_param": {"init_method": "zeros"}, "encrypt_param": {"key_length": 1024}}
        job = self.submit(LEARN, self.conf(None, {
            "intersection_0": {"intersect_method": "rsa"}, "hetero_lr_0": learns,
            "evaluation_0": {"eval_type": "binary"}}, roles, arbiter=True))
        said = self.ended(job, "success")
        self.trained = (job, roles)
        found = self.initiator.call("tracking/component/summary/download", {
            "job_id": job.id, "role": "guest", "party_id": self.initiator.party, "component_name": "evaluation_0",
            "filename": "summary"})
        return "%s%s" % (said, _auc(found))

    def case_deploy_and_predict(self):
        check(self.trained, "nothing was learned")
        job, roles = self.trained
        row = self.initiator.call("job/query", {"job_id": job.id, "role": "guest"})["data"][0]
        model = row["f_runtime_conf"]["job_parameters"]["common"]
        answer = self.initiator.call("model/deploy", {
            "model_id": model["model_id"], "model_version": model["model_version"],
            "cpn_list": ["reader_0", "data_transform_0", "intersection_0", "hetero_lr_0"]})
        check(answer.get("retcode") == 0, "the deployment was refused: %s" % answer)
        version = answer["data"]["model_version"]
        readers = {role: {"0": {"reader_0": entry["0"]["reader_0"]}} for role, entry in roles.items()}
        predict = self.submit(None, self.conf({"job_type": "predict", "model_id": model["model_id"],
                                               "model_version": version}, {}, readers, arbiter=True))
        return "deployed at both; prediction " + self.ended(predict, "success")

    def case_restart_of_initiator(self):
        return self._restarted(self.initiator)

    def case_restart_of_partner(self):
        return self._restarted(self.partner)

    def _restarted(self, site):
        check(site.pid_file, "skipped: --restart does not name it")
        job = self.long_toy()
        site.kill_and_start()
        seen = (job.end(), job.at(self.partner))
        check(seen[0] == seen[1], "%s at the initiator, %s at the partner" % seen)
        self.ended(self.toy(), "success")
        return "the job ended as %s at both%s; the next one as success" % (
            seen[0], "" if seen[0] == "success" else " (%s)" % " ".join(job.error().split())[-160:])

    @staticmethod
    def names():
        return [name[len("case_"):] for name in vars(Cases) if name.startswith("case_")]


class Otherwise(Exception):
    """Something else than what should be."""


def check(holds, otherwise):
    if not holds:
        raise Otherwise(otherwise)


def _auc(summary):
    text = json.dumps(summary)
    place = text.find('"auc": ')
    return ", AUC " + text[place + 7:].split(",")[0].split("}")[0] if place >= 0 else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--initiator", required=True, metavar="URL,PARTY")
    parser.add_argument("--partner", required=True, metavar="URL,PARTY")
    parser.add_argument("--guest-data", metavar="CSV")
    parser.add_argument("--host-data", metavar="CSV")
    parser.add_argument("--restart", action="append", default=[], metavar="SIDE=PIDFILE=COMMAND")
    parser.add_argument("--case", action="append", choices=Cases.names(), help="all if left out", metavar="NAME")
    arguments = parser.parse_args()
    sides = {"initiator": Site(arguments.initiator), "partner": Site(arguments.partner)}
    for given in arguments.restart:
        side, pid_file, command = given.split("=", 2)
        sides[side].pid_file, sides[side].command = pid_file, command
    cases = Cases(sides["initiator"], sides["partner"], arguments.guest_data, arguments.host_data)
    wrong = 0
    print("| Initiator %d, partner %d | What happened | Seconds |\n|---|---|---:|"
          % (sides["initiator"].party, sides["partner"].party))
    for name in arguments.case or Cases.names():
        if name in NEED_DATA and not (arguments.guest_data and arguments.host_data):
            continue
        if name.startswith("restart") and not sides[name.rsplit("_", 1)[1]].pid_file:
            continue
        start = time.monotonic()
        try:
            said = getattr(cases, "case_" + name)()
        except (Otherwise, OSError) as other:
            wrong += 1
            said = "**otherwise**: %s" % " ".join(str(other).split())
        print("| %s | %s | %.0f |" % (name.replace("_", " "), said, time.monotonic() - start), flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
