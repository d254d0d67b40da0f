package io.fateflow.engine.contract;

import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.fateflow.database.Json;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.engine.plugin.EngineSettings;
import io.fateflow.engine.project.Projects;
import io.fateflow.engine.resource.queue.JobQueue;
import io.fateflow.engine.resource.queue.QueueSettings;
import io.fateflow.engine.tracking.TrackingStore;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** A site with the projects credit and fraud, of which credit has a table and a queue. */
abstract class ProjectsContract extends SiteContract {

    private static final Projects PROJECTS =
            new Projects(Set.of("credit", "fraud"), Map.of("loans", "credit"), Map.of());

    @Override
    TestSite open(Database database) {
        QueueSettings queues =
                new QueueSettings("default", Map.of("loans", JobQueue.named("loans")), Map.of(), Duration.ofHours(1));
        EngineSettings settings = EngineSettings.standard().with(queues).with(PROJECTS);
        return TestSite.on(database, settings, Clock.systemUTC());
    }

    private void table(String name, String project) {
        new TrackingStore(site().jdbc(), Clock.systemUTC())
                .bound("bank", name, "PATH", Json.object(), Json.object().put("head", 1), project);
    }

    /** A job of one component that names tables. */
    private static JobSubmission job(String module, String parameters, String common) {
        boolean isLocal = List.of("Upload", "Download").contains(module);
        return new JobSubmission(
                "{\"components\": {\"a_0\": {\"module\": \"%s\", \"output\": {\"data\": [\"data\"]}}}}"
                        .formatted(module),
                """
                {"dsl_version": 2, "initiator": {"role": "%1$s", "party_id": %2$d}, "role": {"%1$s": [%2$d]},
                 "job_parameters": {"common": {%3$s}},
                 "component_parameters": {"role": {"%1$s": {"0": {"a_0": %4$s}}}}}""".formatted(isLocal ? "local" : "guest", isLocal ? 0 : 9999, common, parameters),
                "alice");
    }

    private static JobSubmission reading(String table, String common) {
        return job("Reader", "{\"table\": {\"namespace\": \"bank\", \"name\": \"%s\"}}".formatted(table), common);
    }

    private String projectOf(String job) {
        return site().jdbc().queryForObject("select max(project) from job where job_id = ?", String.class, job);
    }

    private void end(String job) {
        site().jobs().stop(job, "canceled");
        awaitStatus(job, "canceled");
    }

    private void refused(JobSubmission job, String... words) {
        assertThatThrownBy(() -> site().jobs().submit(job))
                .isInstanceOf(JobRejectedException.class)
                .hasMessageContainingAll(words);
        assertThat(site().jdbc().queryForList("select job_id from job")).isEmpty();
    }

    @Test
    void aJobIsOfTheProjectThatItsConfNamesOrThatTheServerSays() {
        table("loans", "credit");
        String named = site().jobs()
                .submit(reading("loans", "\"project\": \"credit\""))
                .jobId();
        String said = site().jobs()
                .submit(reading("loans", "\"project\": \"fraud\"").in(Optional.of("credit")))
                .jobId();
        String none = submit(aJob().with("a"));

        assertThat(List.of(named, said, none)).extracting(this::projectOf).containsExactly("credit", "credit", "");
        assertThat(site().jdbc()
                        .queryForObject("select runtime_conf from job_body where job_id = ?", String.class, said))
                .contains("\"project\":\"credit\"");
        List.of(named, said, none).forEach(this::end);
    }

    @Test
    void aProjectThatTheSiteDoesNotHaveIsNone() {
        refused(reading("loans", "\"project\": \"loans\""), "FFB-5309", "no project 'loans'");
        refused(reading("loans", "\"project\": [\"credit\"]"), "FFB-5309");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "Reader   | {\"table\": {\"namespace\": \"bank\", \"name\": \"loans\"}}",
                "reader   | {\"table\": {\"namespace\": \"bank\", \"name\": \"loans\"}}",
                "Upload   | {\"file\": \"/f\", \"head\": 1, \"partition\": 1, \"namespace\": \"bank\", \"name\": \"loans\"}",
                "Download | {\"namespace\": \"bank\", \"name\": \"loans\", \"output_path\": \"/f\"}",
                "Writer   | {\"namespace\": \"bank\", \"name\": \"x\", \"output_namespace\": \"bank\", \"output_name\": \"loans\"}"
            },
            delimiter = '|')
    void aJobNamesTablesOfItsOwnProjectOnly(String module, String parameters) {
        table("loans", "credit");

        refused(job(module, parameters, "\"project\": \"fraud\""), "FFB-5310", "bank.loans is not of project fraud");
        refused(job(module, parameters, ""), "FFB-5310", "the job is of none");
    }

    @Test
    void aTableOfNoProjectIsNotAProjects() {
        table("open", "");

        refused(reading("open", "\"project\": \"credit\""), "FFB-5310");
        end(site().jobs().submit(reading("open", "")).jobId());
    }

    @Test
    void aJobDoesNotGetAnotherTableOrProjectByNewParameters() {
        table("loans", "credit");
        table("cases", "fraud");
        String job = site().jobs()
                .submit(reading("loans", "\"project\": \"credit\""))
                .jobId();
        end(job);

        ObjectNode other = (ObjectNode)
                Json.read(
                        "{\"role\": {\"guest\": {\"0\": {\"a_0\": {\"table\": {\"namespace\": \"bank\", \"name\": \"cases\"}}}}}}");
        assertThatThrownBy(() -> site().jobs().updateParameters(job, Json.object(), other))
                .isInstanceOf(JobRejectedException.class)
                .hasMessageContaining("FFB-5310");
        ObjectNode project = (ObjectNode) Json.read("{\"common\": {\"project\": \"fraud\"}}");
        assertThatThrownBy(() -> site().jobs().updateParameters(job, project, Json.object()))
                .isInstanceOf(JobRejectedException.class)
                .hasMessageContaining("FFB-2031");
        assertThat(projectOf(job)).isEqualTo("credit");
    }

    /** An upload that makes a table. */
    static JobSubmission making(String table, String project) {
        return job(
                "Upload",
                "{\"file\": \"/f\", \"head\": 1, \"partition\": 1, \"namespace\": \"bank\", \"name\": \"%s\"}"
                        .formatted(table),
                "\"project\": \"%s\"".formatted(project));
    }

    private String errorOf(String job) {
        return site().jdbc().queryForObject("select max(error_report) from job where job_id = ?", String.class, job);
    }

    @Test
    void whileAJobMakesATableNoneOfAnotherProjectMakesOneOfThatName() throws InterruptedException {
        String first = site().jobs().submit(making("new", "credit")).jobId();
        List<ExecutorTask> running = fetch(1);

        String second = site().jobs().submit(making("new", "fraud")).jobId();
        String other = site().jobs().submit(making("newer", "fraud")).jobId();

        awaitStatus(second, "failed");
        assertThat(errorOf(second)).contains("FFB-5334", "another project makes table bank.new just now");
        succeed(running);
        awaitStatus(first, "success");
        table("new", "credit");
        site().jobs().rerun(second, List.of(), false);
        await("it is credit's now").atMost(LONG_ENOUGH).until(() -> errorOf(second)
                .contains("FFB-5310 table bank.new is not of project fraud"));
        awaitStatus(second, "failed");
        succeed(fetch(1));
        awaitStatus(other, "success");
        site().jobs().stop(second, "canceled");
    }

    @Test
    void ofTwoProjectsThatWantOneNameAtOnceOneGetsIt() throws Exception {
        List<FutureTask<String>> submits = Stream.of("credit", "fraud")
                .map(project -> new FutureTask<>(
                        () -> site().jobs().submit(making("new", project)).jobId()))
                .toList();
        new TransactionTemplate(new DataSourceTransactionManager(
                        Objects.requireNonNull(site().jdbc().getDataSource())))
                .executeWithoutResult(status -> {
                    site().jdbc().queryForList("select * from engine_registry for update");
                    submits.forEach(submit -> new Thread(submit).start());
                    await("both want what they need, or the name")
                            .atMost(LONG_ENOUGH)
                            .until(() -> waitingForCoresOrNames() == 2);
                });
        List<String> jobs = List.of(submits.get(0).get(), submits.get(1).get());

        List<ExecutorTask> running = fetch(1);
        String loser = jobs.get(jobs.get(0).equals(running.get(0).jobId()) ? 1 : 0);
        awaitStatus(loser, "failed");
        assertThat(errorOf(loser)).contains("FFB-5334");
        succeed(running);
        awaitStatus(running.get(0).jobId(), "success");
        site().jobs().stop(loser, "canceled");
    }

    private static long waitingForCoresOrNames() {
        return Thread.getAllStackTraces().values().stream()
                .filter(stack -> Arrays.stream(stack)
                                .anyMatch(frame -> frame.getClassName().endsWith(".ApplyJobResources"))
                        && Arrays.stream(stack)
                                .anyMatch(frame -> frame.getClassName().endsWith(".SiteSetting")
                                        || frame.getClassName().endsWith(".Admission")))
                .count();
    }

    @Test
    void aProjectsQueueIsForItsJobsOnly() {
        refused(aJob().with("a").queue("loans").submission(), "FFB-5311", "loans");
        refused(aJob().with("a").queue("loans").submission().in(Optional.of("fraud")), "FFB-5311", "loans");

        String job = site().jobs()
                .submit(aJob().with("a").queue("loans").submission().in(Optional.of("credit")))
                .jobId();
        end(job);
    }

    @Test
    void aJobDoesNotGetIntoAnothersQueueByNewParameters() {
        String job = submit(aJob().with("a"));
        end(job);

        ObjectNode queue = (ObjectNode) Json.read("{\"common\": {\"queue\": \"loans\"}}");
        assertThatThrownBy(() -> site().jobs().updateParameters(job, queue, Json.object()))
                .isInstanceOf(JobRejectedException.class)
                .hasMessageContaining("FFB-5311");
    }
}
