package io.fateflow.engine.contract;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

import org.awaitility.core.ConditionFactory;
import org.camunda.bpm.engine.ManagementService;
import org.camunda.bpm.engine.RuntimeService;
import org.camunda.bpm.engine.runtime.Execution;

import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.outgoing.Tries;
import io.fateflow.federation.wire.WireCall;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Guest 9999 who schedules, host 10000 and arbiter 10001, each on a database of its own. */
final class ThreeSites implements AutoCloseable {

    static final long GUEST = 9999;
    static final long HOST = 10000;
    static final long ARBITER = 10001;

    private final Network network;
    private final Map<Long, TestSite> sites;
    private final List<TestWorker> workers = new ArrayList<>();

    /** On PostgreSQL they send commands together, as sites of ours do; on H2 one after the other, as they do with FATE Flow. */
    ThreeSites(Database database) {
        this.network = new Network(database == Database.POSTGRESQL);
        this.sites = Map.of(
                GUEST, TestSite.federated(database, network.of(GUEST)),
                HOST, TestSite.federated(database, network.of(HOST)),
                ARBITER, TestSite.federated(database, network.of(ARBITER)));
        sites.forEach((party, site) -> network.connect(party, site.partyCalls()));
    }

    Network network() {
        return network;
    }

    TestSite guest() {
        return at(GUEST);
    }

    TestSite host() {
        return at(HOST);
    }

    TestSite at(long party) {
        return requireNonNull(sites.get(party));
    }

    /** Everything that runs anywhere ends so. */
    void work(BiFunction<Long, ExecutorTask, ExecutorReport> end) {
        sites.forEach((party, site) -> workAt(party, task -> end.apply(party, task)));
    }

    void workAt(long party, Function<ExecutorTask, ExecutorReport> end) {
        workers.add(TestWorker.ending(at(party), end));
    }

    void workAtAll() {
        work((party, task) -> TestWorker.succeeded());
    }

    /** A component at guest and host, then one at all three. */
    static JobSubmission job(String... parameters) {
        String dsl = """
                {"components": {
                 "first_0": {"module": "DataTransform", "output": {"data": ["data"]}},
                 "then_0": {"module": "HeteroLR", "input": {"data": {"train_data": ["first_0.data"]}},
                            "output": {"data": ["data"], "model": ["model"]}}}}""";
        return new JobSubmission(dsl, conf(parameters), "alice");
    }

    static String conf(String... parameters) {
        String more = parameters.length == 0 ? "" : ", " + String.join(", ", parameters);
        return """
                {"dsl_version": 2,
                 "initiator": {"role": "guest", "party_id": 9999},
                 "role": {"guest": [9999], "host": [10000], "arbiter": [10001]},
                 "job_parameters": {"common": {"federated_mode": "MULTIPLE"%s}},
                 "component_parameters": {"common": {}}}""".formatted(more);
    }

    String submit(String... parameters) {
        return guest().jobs().submit(job(parameters)).jobId();
    }

    void awaitStatus(String jobId, String status) {
        awaitStatusAt(jobId, status, GUEST, HOST, ARBITER);
    }

    void awaitStatusAt(String jobId, String status, long... parties) {
        for (long party : parties) {
            patiently().untilAsserted(() -> assertThat(statusAt(jobId, party))
                    .as("job at party %d; guest waits: %s", party, reasonAt(jobId))
                    .isEqualTo(status));
        }
    }

    String statusAt(String jobId, long party) {
        return at(party).jdbc().queryForList("select status from job where job_id = ?", String.class, jobId).stream()
                .findFirst()
                .orElse("unknown");
    }

    String reasonAt(String jobId) {
        return String.valueOf(guest().jdbc()
                .queryForObject(
                        "select coalesce(wait_reason, error_report) from job where job_id = ?", String.class, jobId));
    }

    /** Calls the guest's site in somebody's name. */
    CallOutcome ask(Party sender, WireCall call) {
        return askAt(GUEST, sender, call);
    }

    /** Calls a site in somebody's name. */
    CallOutcome askAt(long party, Party sender, WireCall call) {
        return network.of(sender.partyId()).transport().call(sender, party, call, Tries.once());
    }

    /** Takes one attempt, to be ended by the test as worker {@code by hand}. */
    ExecutorTask fetchAt(long party) throws InterruptedException {
        List<ExecutorTask> tasks = at(party).executorTasks().fetch("by hand", 1, Duration.ofSeconds(40));
        assertThat(tasks).hasSize(1);
        return tasks.get(0);
    }

    /**
     * Has the guest ask how the attempts of others are doing, as if the time had come. Only timers that still wait: a change to
     * one that is being executed rolls its asking back, and called again and again this kept a slow machine from ever asking.
     */
    void collectNow() {
        ManagementService management = guest().engine().getManagementService();
        management
                .createJobQuery()
                .activityId("time_to_ask")
                .duedateHigherThan(Date.from(Instant.now()))
                .list()
                .forEach(timer -> management.setJobDuedate(timer.getId(), null));
    }

    static ConditionFactory patiently() {
        return await().atMost(Duration.ofSeconds(90)).pollInterval(Duration.ofMillis(50));
    }

    /** Nothing runs, nothing is held, nothing has still to be said. */
    void assertNothingIsLeft() {
        sites.forEach((party, site) -> {
            patiently().untilAsserted(() -> assertThat(processes(site))
                    .as("processes at %d", party)
                    .isEmpty());
            patiently().untilAsserted(() -> assertThat(site.jdbc()
                            .queryForList("select handler_cfg_ from act_ru_job where handler_type_ = 'fate-first-try'"))
                    .as("what is told to others for the first time by %d", party)
                    .isEmpty());
            patiently().untilAsserted(() -> assertThat(site.jdbc().queryForList("select * from resource_lease"))
                    .as("leases at %d", party)
                    .isEmpty());
            assertThat(site.engine()
                            .getExternalTaskService()
                            .createExternalTaskQuery()
                            .count())
                    .as("executor tasks at %d", party)
                    .isZero();
            assertThat(site.jdbc().queryForList("select * from party_command where answer_time is null"))
                    .as("commands without an answer at %d", party)
                    .isEmpty();
            Invariants.assertSound(site);
        });
    }

    private static List<String> processes(TestSite site) {
        return site.engine().getRuntimeService().createProcessInstanceQuery().list().stream()
                .filter(instance -> !instance.getProcessDefinitionId().startsWith("fate-job:"))
                .map(instance -> instance.getProcessDefinitionId() + " " + instance.getBusinessKey())
                .toList();
    }

    /** What was run at a party: job and component. */
    List<String> ran(long party) {
        return workers.stream()
                .filter(worker -> worker.isAt(at(party)))
                .flatMap(worker -> worker.ran().stream())
                .map(task -> task.jobId() + " " + task.componentName())
                .toList();
    }

    List<Throwable> troubles() {
        return workers.stream().flatMap(worker -> worker.troubles().stream()).toList();
    }

    /** Ends the workers, and makes all sites as new: starting them anew takes longer than most tests. */
    void forget() throws InterruptedException {
        for (TestWorker worker : workers) {
            worker.close();
        }
        workers.clear();
        network.forget();
        sites.values().forEach(ThreeSites::forget);
    }

    private static void forget(TestSite site) {
        RuntimeService runtime = site.engine().getRuntimeService();
        runtime.createProcessInstanceQuery().rootProcessInstances().list().stream()
                .map(Execution::getId)
                .forEach(id -> runtime.deleteProcessInstance(id, "the test is over"));
        for (String table : List.of(
                "job",
                "job_body",
                "task",
                "task_parameters",
                "task_report",
                "party_command",
                "pipeline_model",
                "consent")) {
            site.jdbc().update("delete from " + table);
        }
    }

    @Override
    public void close() {
        sites.values().forEach(TestSite::close);
    }
}
