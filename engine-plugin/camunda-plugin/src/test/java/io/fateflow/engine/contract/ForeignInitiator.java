package io.fateflow.engine.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.Party;
import io.fateflow.engine.plugin.Federation;
import io.fateflow.federation.directory.SiteIdentity;
import io.fateflow.federation.incoming.PartyWireHandler;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.outgoing.PartyTransport;
import io.fateflow.federation.outgoing.Tries;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.InitiatorCall;
import io.fateflow.federation.wire.JobCall;
import io.fateflow.federation.wire.WireCall;
import io.fateflow.federation.wire.WireRoutes;

/** Guest 9999 on another site: asks this one what FATE Flow asks, and keeps the reports it gets. */
final class ForeignInitiator implements PartyTransport {

    static final String JOB = "202601021530450000010";
    static final Party GUEST = new Party("guest", 9999);

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Queue<InitiatorCall.Report> reports = new ConcurrentLinkedQueue<>();
    private final Queue<InitiatorCall.StopJob> stops = new ConcurrentLinkedQueue<>();
    private final AtomicInteger questions = new AtomicInteger();
    private final AtomicReference<CallOutcome> outage = new AtomicReference<>();

    /** What connects host 10000 to it. */
    Federation federation() {
        return new Federation(this, new SiteIdentity(10000, "1.11.4", "127.0.0.1", 9380, 9360));
    }

    @Override
    public CallOutcome call(Party sender, long receiver, WireCall call, Tries tries) {
        CallOutcome down = outage.get();
        if (down != null) {
            return down;
        }
        if (call instanceof InitiatorCall.Report report) {
            reports.add(report);
        } else if (call instanceof JobCall.Align) {
            questions.incrementAndGet();
        } else if (call instanceof InitiatorCall.StopJob stop) {
            stops.add(stop);
        } else {
            throw new IllegalArgumentException("no initiator is asked " + call.path());
        }
        return new CallOutcome.Done(Answer.success());
    }

    /** From now on it can't be reached. */
    void goDown() {
        outage.set(new CallOutcome.Unreachable(9999, "party 9999 can't be reached"));
    }

    void comeBack() {
        outage.set(null);
    }

    /** How often it was asked whether it knows the job, and answered. */
    int questions() {
        return questions.get();
    }

    /** What it was asked to stop. */
    List<InitiatorCall.StopJob> stops() {
        return List.copyOf(stops);
    }

    List<InitiatorCall.Report> reports() {
        return List.copyOf(reports);
    }

    /** The party statuses that were reported, one after the other, without repetitions. */
    List<String> reported() {
        List<String> statuses = new ArrayList<>();
        for (InitiatorCall.Report report : reports) {
            String status = report.report().partyStatus().wire();
            if (statuses.isEmpty() || !statuses.get(statuses.size() - 1).equals(status)) {
                statuses.add(status);
            }
        }
        return statuses;
    }

    static Answer ask(PartyWireHandler site, String path, String body) {
        return askAs("9999", "1.11.4", site, path, body);
    }

    static Answer askAs(String party, String version, PartyWireHandler site, String path, String body) {
        WireCall call = WireRoutes.parse(path, json(body)).orElseThrow();
        return site.handle(call, new CallHeaders(version, party, "10000", "guest", ""));
    }

    /** The path of a call about the job at host 10000. */
    static String ofJob(String action) {
        return "/v1/party/%s/host/10000/%s".formatted(JOB, action);
    }

    /** The path of a call about an attempt at host 10000. */
    static String ofTask(String component, int version, String action) {
        return "/v1/party/%s/%s/%s_%s/%d/host/10000/%s".formatted(JOB, component, JOB, component, version, action);
    }

    /** The body with which FATE Flow creates the job at each party. */
    static String createBody(String components, String common) {
        return """
                {"name": "", "description": "", "tag": "", "is_initiator": false, "progress": 0, "cores": 0,
                 "job_id": "%s", "dsl": {"components": {%s}}, "train_runtime_conf": {},
                 "roles": {"guest": [9999], "host": [10000]},
                 "initiator_role": "guest", "initiator_party_id": 9999, "role": "guest", "party_id": 9999,
                 "runtime_conf": {"dsl_version": 2, "initiator": {"role": "guest", "party_id": 9999},
                   "role": {"guest": [9999], "host": [10000]},
                   "job_parameters": {"common": {"job_type": "train", "inheritance_info": {},
                     "computing_engine": "STANDALONE", "engines_address": {}, "federated_mode": "MULTIPLE",
                     "task_parallelism": 1, "computing_partitions": 4, "federated_status_collect_type": "PUSH",
                     "model_id": "guest-9999#host-10000#model", "model_version": "%s", "auto_retries": 0,
                     "auto_retry_delay": 1, "eggroll_run": {}, "spark_run": {}, "rabbitmq_run": {}, "pulsar_run": {},
                     "adaptation_parameters": {"task_nodes": 1, "task_cores_per_node": 4, "task_memory_per_node": 0,
                       "request_task_cores": 4, "if_initiator_baseline": true},
                     "task_conf": {}, "roles": {"guest": [9999], "host": [10000]}, "role_parameters": {}%s}},
                   "component_parameters": {"common": {}, "role": {}}},
                 "runtime_conf_on_party": {}, "inheritance_info": {}, "inheritance_status": "pass"}""".formatted(JOB, components, JOB, common);
    }

    private static ObjectNode json(String text) {
        try {
            return (ObjectNode) JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }
}
