package io.fateflow.tools.bench;

import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobIds;
import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.directory.Protocol;
import io.fateflow.federation.http.HttpCallSender;
import io.fateflow.federation.outgoing.OutgoingCall;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.JobAddress;
import io.fateflow.federation.wire.JobCall;
import io.fateflow.federation.wire.PythonJson;
import io.fateflow.federation.wire.WireText;

/**
 * An initiator, here in this process, that does nothing but reserve: cores of three sites, one after the other in the global
 * order, and back again in the opposite one.
 */
final class GangBench {

    private static final Party INITIATOR = new Party("guest", 9998);
    private static final String FATE_VERSION = "1.11.4";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int MAX_ANSWER = 1 << 20;
    private static final ObjectNode NOTHING = JsonNodeFactory.instance.objectNode();

    private final HttpCallSender carrier = new HttpCallSender(MAX_ANSWER);
    private final JobIds ids = new JobIds(Clock.systemUTC());
    private final Map<Party, PartyRoute> sites = new LinkedHashMap<>();

    /** @param servers by party id; all are hosts in its jobs */
    GangBench(Map<Long, URI> servers) {
        servers.forEach((party, address) -> sites.put(
                new Party("host", party), new PartyRoute(Protocol.HTTP, address.getHost(), address.getPort(), null)));
    }

    /**
     * Reserves and gives back, each job again and again.
     *
     * @return gangs per second
     */
    double run(int gangs, int jobs) throws IOException, InterruptedException {
        List<String> created = new ArrayList<>();
        for (int job = 0; job < jobs; job++) {
            created.add(create());
        }
        ExecutorService clients = Executors.newFixedThreadPool(jobs);
        try {
            long begin = System.nanoTime();
            List<Callable<Void>> calls = new ArrayList<>();
            for (int job = 0; job < jobs; job++) {
                String id = created.get(job);
                int times = gangs / jobs + (job < gangs % jobs ? 1 : 0);
                calls.add(() -> reserve(id, times));
            }
            for (Future<Void> call : clients.invokeAll(calls)) {
                call.get();
            }
            double seconds = (System.nanoTime() - begin) / 1e9;
            for (String id : created) {
                for (Party party : sites.keySet()) {
                    send(new JobCall.SetJobStatus(new JobAddress(id, party), JobStatus.CANCELED, NOTHING), party, id);
                }
            }
            return gangs / seconds;
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } finally {
            clients.shutdownNow();
        }
    }

    private Void reserve(String job, int times) throws IOException {
        List<Party> order = sites.keySet().stream().sorted().toList();
        for (int time = 0; time < times; time++) {
            for (Party party : order) {
                send(new JobCall.ApplyResource(new JobAddress(job, party)), party, job);
            }
            for (int index = order.size() - 1; index >= 0; index--) {
                Party party = order.get(index);
                send(new JobCall.ReturnResource(new JobAddress(job, party)), party, job);
            }
        }
        return null;
    }

    private String create() throws IOException {
        String id = ids.next();
        for (Party party : sites.keySet()) {
            send(new JobCall.CreateJob(new JobAddress(id, party), job(id, sites.keySet())), party, id);
            send(new JobCall.SetJobStatus(new JobAddress(id, party), JobStatus.WAITING, NOTHING), party, id);
        }
        return id;
    }

    /** What an initiator sends of a job whose hosts these are. */
    static ObjectNode job(String id, Collection<Party> hosts) {
        ObjectNode conf = JsonNodeFactory.instance.objectNode().put("dsl_version", 2);
        conf.putObject("initiator").put("role", INITIATOR.role()).put("party_id", INITIATOR.partyId());
        ObjectNode roles = conf.putObject("role");
        roles.putArray(INITIATOR.role()).add(INITIATOR.partyId());
        roles.putArray("host");
        hosts.forEach(party -> roles.withArray("host").add(party.partyId()));
        conf.withObject("/job_parameters/common").put("task_cores", 1).put("federated_mode", "MULTIPLE");
        conf.putObject("component_parameters");
        ObjectNode job = JsonNodeFactory.instance.objectNode().put("job_id", id);
        job.put("initiator_role", INITIATOR.role()).put("initiator_party_id", INITIATOR.partyId());
        job.withObject("/dsl/components/intersection_0").put("module", "Intersection");
        job.set("runtime_conf", conf);
        job.set("roles", roles);
        return job;
    }

    private void send(JobCall call, Party receiver, String job) throws IOException {
        CallHeaders headers =
                new CallHeaders(FATE_VERSION, INITIATOR.idText(), receiver.idText(), INITIATOR.role(), "");
        PartyRoute route = sites.get(receiver);
        if (route == null) {
            throw new IllegalArgumentException("no route to " + receiver);
        }
        OutgoingCall letter = new OutgoingCall(call.path(), headers, job, PythonJson.dumps(call.body()), LIMIT);
        Answer answer = WireText.answer(carrier.carry(route, letter).answer());
        if (answer.retcode() != Answer.SUCCESS) {
            throw new IOException(
                    "%s answered %s with %d: %s".formatted(receiver, call.path(), answer.retcode(), answer.retmsg()));
        }
    }
}
