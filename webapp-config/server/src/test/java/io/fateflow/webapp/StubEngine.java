package io.fateflow.webapp;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

import io.fateflow.dsl.JobDocument;
import io.fateflow.dsl.Problem;
import io.fateflow.engine.executor.WorkerService;
import io.fateflow.engine.job.JobCommands;
import io.fateflow.engine.job.JobLimits;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobStateException;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.engine.job.RerunResult;
import io.fateflow.engine.job.SubmittedJob;
import io.fateflow.engine.job.UpdatedParameters;
import io.fateflow.transfer.Address.Member;
import io.fateflow.webapp.exchange.ExchangeTokens;
import io.fateflow.webapp.exchange.LiveAttempts;
import io.fateflow.webapp.home.FateHome;
import io.fateflow.webapp.table.StoredTables;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.api.ExecutorTasks;
import io.fateflow.worker.api.LogPart;
import io.fateflow.worker.api.ReportRefusedException;
import io.fateflow.worker.api.WorkerState;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableStore;

/** What the engine plugin brings, as far as these tests need it. */
@TestConfiguration(proxyBeanMethods = false)
public class StubEngine {

    public static final String JOB = "202601021530450000010";

    @Bean
    @Primary
    Jobs stubJobs() {
        return new Jobs();
    }

    @Bean
    @Primary
    Data stubData(FateHome home) {
        return new Data(new TableStore(home.tables()));
    }

    @Bean
    @Primary
    Workers stubWorkers() {
        return new Workers();
    }

    /** Tokens say in clear whom they are for: {@code task id/role/party}, always version 0. */
    @Bean
    @Primary
    ExchangeTokens stubTokens() {
        return token -> {
            String[] parts = token.split("/", -1);
            return parts.length == 3
                    ? Optional.of(new ExchangeTokens.Holder(JOB, parts[0], 0, new Member(parts[1], parts[2])))
                    : Optional.empty();
        };
    }

    /** Attempts live unless their id says otherwise. */
    @Bean
    @Primary
    LiveAttempts stubAttempts() {
        return holder -> !holder.taskId().startsWith("ended");
    }

    /** Accepts everything but a DSL without components. */
    public static final class Jobs implements JobCommands {

        /** A document as text, keys and digits as they were handed in. */
        public static String text(JobDocument document) {
            return document instanceof JobDocument.Tree tree
                    ? tree.json().toString()
                    : ((JobDocument.Text) document).json();
        }

        public final List<JobSubmission> submitted = new CopyOnWriteArrayList<>();
        public final List<String> stopped = new CopyOnWriteArrayList<>();
        public final List<String> asked = new CopyOnWriteArrayList<>();

        @Override
        public SubmittedJob submit(JobSubmission submission) {
            if (submission.dsl() instanceof JobDocument.Tree dsl && dsl.json().isEmpty()) {
                throw new JobRejectedException(List.of(
                        new Problem("FFB-1001", "dsl", "", "there are no components", "Add one"),
                        new Problem("FFB-1002", "conf", "/initiator", "it is missing", "Add it")));
            }
            if (submission.dsl() instanceof JobDocument.Tree dsl && dsl.json().has("one_too_many")) {
                throw new JobRejectedException(
                        List.of(new Problem(JobLimits.ID, "conf", "/", "alice has 2 jobs", "Stop one")));
            }
            submitted.add(submission);
            return new SubmittedJob(JOB, "guest", "9999", "guest-9999#host-10000#model", JOB, List.of());
        }

        @Override
        public boolean stop(String jobId, String status) {
            stopped.add(jobId + " " + status);
            return jobId.equals(JOB);
        }

        @Override
        public RerunResult rerun(String jobId, Collection<String> components, boolean force) {
            asked.add("rerun " + jobId + " " + components + " " + force);
            if (components.contains("nonsense")) {
                throw new JobStateException("FFB-3011 no component nonsense");
            }
            return jobId.equals(JOB) ? RerunResult.STARTED : RerunResult.UNKNOWN_JOB;
        }

        @Override
        public Optional<UpdatedParameters> updateParameters(
                String jobId, ObjectNode jobParameters, ObjectNode componentParameters) {
            if (jobParameters.has("role")) {
                throw new JobRejectedException(
                        List.of(new Problem("FFB-2030", "conf", "/job_parameters/role", "no", "Leave it out")));
            }
            return jobId.equals(JOB)
                    ? Optional.of(new UpdatedParameters(jobParameters, componentParameters))
                    : Optional.empty();
        }

        @Override
        public boolean suspend(String jobId) {
            asked.add("suspend " + jobId);
            if (!jobId.equals(JOB)) {
                return false;
            }
            throw new JobStateException("FFB-3020 job " + jobId + " is success");
        }

        @Override
        public boolean resume(String jobId) {
            asked.add("resume " + jobId);
            return jobId.equals(JOB);
        }
    }

    /** Remembers what was deleted, and has what tests write. */
    public static final class Data implements StoredTables {

        public final Set<String> deleted = ConcurrentHashMap.newKeySet();
        public final TableStore store;

        Data(TableStore store) {
            this.store = store;
        }

        @Override
        public void bind(String namespace, String name, ObjectNode how) throws IOException {
            store.bind(new TableName(namespace, name), how);
        }

        /** Components are not here. */
        @Override
        public Optional<String> objection(ObjectNode how) {
            return how.path("id_delimiter").asText(",").isEmpty()
                    ? Optional.of("parameter id_delimiter is wrong")
                    : Optional.empty();
        }

        @Override
        public Optional<TableReader> open(String namespace, String name) throws IOException {
            TableName table = new TableName(namespace, name);
            return store.find(table).isEmpty() ? Optional.empty() : Optional.of(store.open(table));
        }

        @Override
        public void delete(String namespace, String name) {
            deleted.add(namespace + "/" + name);
        }
    }

    /** One task, for whoever asks. */
    public static final class Workers implements WorkerService, ExecutorTasks {

        public final List<ExecutorReport> reports = new ArrayList<>();
        public final List<ArrayNode> metrics = new CopyOnWriteArrayList<>();
        public final List<WorkerState> states = new CopyOnWriteArrayList<>();
        public final List<String> takeovers = new CopyOnWriteArrayList<>();

        @Override
        public ExecutorTasks here() {
            return this;
        }

        @Override
        public ExecutorTasks from(String address) {
            return this;
        }

        @Override
        public List<ExecutorTask> fetch(String workerId, List<String> held, int max, Duration wait) {
            return fetch(workerId, max, wait).stream()
                    .filter(task -> !held.contains(task.id()))
                    .toList();
        }

        @Override
        public List<ExecutorTask> fetch(String workerId, int max, Duration wait) {
            return List.of(new ExecutorTask(
                    "t-1",
                    JOB,
                    "reader_0",
                    "Reader",
                    JOB + "_reader_0",
                    0,
                    "guest",
                    "9999",
                    JsonNodeFactory.instance.objectNode().put("a", 1),
                    "token",
                    Duration.ofMinutes(2)));
        }

        @Override
        public boolean heartbeat(String workerId, String id, long pid) {
            return id.equals("t-1");
        }

        @Override
        public boolean metrics(String workerId, String id, ArrayNode told) {
            metrics.add(told);
            return id.equals("t-1");
        }

        @Override
        public long log(String workerId, String id, LogPart part) {
            return id.equals("t-1") ? part.offset() + part.bytes().length : LogPart.UNWANTED;
        }

        @Override
        public boolean alive(WorkerState state) {
            states.add(state);
            return state.workerId().startsWith("drained");
        }

        @Override
        public void takeOver(String workerId, List<String> ended, List<String> held) {
            takeovers.add(workerId + " " + ended + " " + held);
        }

        @Override
        public int drain(String worker, boolean drain) {
            return worker.equals("nobody") ? 0 : 1;
        }

        @Override
        public boolean complete(String workerId, String id, ExecutorReport report) {
            if (id.equals("bad")) {
                throw new ReportRefusedException("no such status");
            }
            if (id.equals("bug")) {
                throw new IllegalStateException("a mistake");
            }
            reports.add(report);
            return true;
        }

        @Override
        public List<String> awaitRevoked(String workerId, List<String> held, Duration wait) {
            return held;
        }
    }
}
