package io.fateflow.engine.contract;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import io.fateflow.engine.job.JobSubmission;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.api.ReportRefusedException;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What executors leave that no database keeps: the attempt fails at once and says why, and everything is given back. */
abstract class RefusedReportsContract extends SiteContract {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** What a component left, and what is said of it. */
    static Stream<Arguments> whatCannotBeKept() {
        String metric = "{\"namespace\": \"train\", \"name\": \"%s\", \"metric_type\": \"LOSS\"}";
        String output = "{\"data_name\": \"%s\", \"table_name\": \"t\", \"table_namespace\": \"n\"}";
        String table = "{\"name\": \"t\", \"namespace\": \"%s\", \"id_delimiter\": \"%s\"}";
        return Stream.of(
                result(
                        "metrics",
                        metric.formatted("l".repeat(121)),
                        "metrics[0].name has 121 characters, 120 are allowed"),
                result(
                        "metrics",
                        metric.formatted("a") + "," + metric.formatted("a"),
                        "metrics[1] has the namespace and name of an earlier one"),
                result("metrics", metric.formatted("a\\u0000b"), "metrics[0].name has a control character"),
                result("metrics", metric.formatted("a\\ud800"), "metrics[0].name has a control character"),
                result(
                        "outputs",
                        output.formatted("d") + "," + output.formatted("d"),
                        "outputs[1] has the data_name of an earlier one"),
                result("outputs", output.formatted("d\\n"), "outputs[0].data_name has a control character"),
                result(
                        "tables",
                        table.formatted("n", "-----------"),
                        "tables[0].id_delimiter has 11 characters, 10 are allowed"),
                result("tables", table.formatted("n", "\\u0000"), "tables[0].id_delimiter has a control character"),
                result(
                        "tables",
                        table.formatted("n".repeat(256), ","),
                        "tables[0].namespace has 256 characters, 255 are allowed"),
                result("models", "{\"alias\": \"%s\"}".formatted("m".repeat(81)), "models[0].alias has 81 characters"),
                result("checkpoints", "{\"step_index\": \"x\"}", "checkpoints[0].step_index is no whole number"),
                result(
                        "checkpoints",
                        "{\"step_index\": 1, \"meta\": \"{}\", \"param\": \"{\"}",
                        "checkpoints[0].param is not the text of a JSON object"),
                result(
                        "checkpoints",
                        IntStream.range(0, 101)
                                .mapToObj(step ->
                                        "{\"step_index\": %d, \"meta\": \"{}\", \"param\": \"{}\"}".formatted(step))
                                .collect(Collectors.joining(",")),
                        "checkpoints: there are 101 with 404 characters, 100 with 16777216 are allowed"));
    }

    private static Arguments result(String list, String entries, String said) {
        return Arguments.of("{\"%s\": [%s]}".formatted(list, entries), said);
    }

    @ParameterizedTest
    @MethodSource("whatCannotBeKept")
    void whatCanNotBeKeptFailsTheAttemptAtOnceWithItsPlace(String result, String said) throws Exception {
        String job = submit(aJob().with("a"));
        ExecutorTask host = at("host", fetchOf(job));

        boolean taken = site().executorTasks()
                .complete("w", host.id(), TestWorker.succeeded().with((ObjectNode) JSON.readTree(result)));

        assertThat(taken).isTrue();
        awaitStatus(job, "failed");
        assertThat(errorAt("host"))
                .startsWith("FFB-4020 the result of a at host 10000 (attempt 0) can't be kept: ")
                .contains(said);
        assertThat(errorAt("guest")).contains("host 10000 failed: FFB-4020");
        assertThat(rows("tracking_metric") + rows("tracking_output_data_info") + rows("component_model"))
                .isZero();
    }

    /** {@code printf 'a\0b\n'; exit 1}. */
    @Test
    void aFailedProgramMayPrintAnything() throws Exception {
        String job = submit(aJob().with("a"));
        ExecutorTask host = at("host", fetchOf(job));

        assertThat(site().executorTasks()
                        .complete("w", host.id(), TestWorker.failed("its last lines: a\0b\r\n\033[31mred \ud800")))
                .isTrue();

        awaitStatus(job, "failed");
        assertThat(errorAt("host")).isEqualTo("its last lines: a\uFFFDb\n\uFFFD[31mred \uFFFD");
    }

    /** It has failed, and its result can't be kept, either: its own reason comes first. */
    @Test
    void theOwnReasonOfAFailureIsNotLost() throws Exception {
        String job = submit(aJob().with("a"));
        ExecutorTask host = at("host", fetchOf(job));
        ObjectNode result = (ObjectNode) JSON.readTree("{\"models\": [{\"alias\": \"a\"}, {\"alias\": \"a\"}]}");

        site().executorTasks()
                .complete(
                        "w",
                        host.id(),
                        TestWorker.failed("column x7 is missing").with(result));

        awaitStatus(job, "failed");
        assertThat(errorAt("host"))
                .startsWith("column x7 is missing\nFFB-4020 ")
                .contains("models[1] has the alias");
    }

    /** Whatever the checks before do not know: here, as a check of the database that they can't know. */
    @Test
    void whatTheDatabaseRefusesAllTheSameFailsTheAttemptInATransactionOfItsOwn() throws Exception {
        site().jdbc().execute("alter table tracking_metric add constraint no_loss check (metric_name <> 'loss')");
        String job = submit(aJob().with("a"));
        ExecutorTask host = at("host", fetchOf(job));

        assertThat(site().executorTasks()
                        .complete("w", host.id(), TestWorker.succeeded().with(TestWorker.outputs(host))))
                .isTrue();

        awaitStatus(job, "failed");
        assertThat(errorAt("host"))
                .startsWith(
                        "FFB-4021 the report of a at host 10000 (attempt 0) could not be kept: the database refuses it")
                .containsPattern("SQL state 235\\d\\d");
        assertThat(rows("tracking_output_data_info")).isZero();
    }

    @Test
    void whatAnExecutorMeasuresIsShownWhileItRunsAndReplacedByItsReport() throws Exception {
        String job = submit(aJob().with("a"));
        List<ExecutorTask> parties = fetchOf(job);
        ExecutorTask host = at("host", parties);

        assertThat(measured(host, loss("[0, 0.69]"))).isTrue();
        assertThat(measured(host, loss("[0, 0.69], [1, 0.5]"))).isTrue();
        assertThat(curves()).containsExactly("[[0,0.69],[1,0.5]]");
        assertThat(measuredBy("another", host, loss("[0, 7]"))).isFalse();
        // as one that was taken up just before the attempt ended
        site().jdbc().update("update task set party_status = 'failed' where role = 'host'");
        assertThat(measured(host, loss("[0, 7]"))).isFalse();
        site().jdbc().update("update task set party_status = 'running' where role = 'host'");

        ObjectNode result = JSON.createObjectNode();
        result.set("metrics", loss("[0, 0.69], [1, 0.5], [2, 0.4]"));
        site().executorTasks().complete("w", host.id(), TestWorker.succeeded().with(result));
        assertThat(measured(host, loss("[0, 7]"))).isFalse();
        assertThat(curves()).containsExactly("[[0,0.69],[1,0.5],[2,0.4]]");
        site().executorTasks().complete("w", at("guest", parties).id(), TestWorker.succeeded());
        awaitStatus(job, "success");
    }

    /** It has nothing to do with how the executor ends. */
    @Test
    void whatCanNotBeShownIsRefusedAndTheAttemptGoesOn() throws Exception {
        site().jdbc().execute("alter table tracking_metric add constraint no_loss check (metric_name <> 'refused')");
        String job = submit(aJob().with("a"));
        ExecutorTask host = at("host", fetchOf(job));

        assertThatThrownBy(() -> measured(host, named("l".repeat(121), "[0, 1]")))
                .isInstanceOf(ReportRefusedException.class)
                .hasMessageContaining("FFB-4020")
                .hasMessageContaining("metrics[0].name has 121 characters");
        assertThatThrownBy(() -> measured(host, named("refused", "[0, 1]")))
                .isInstanceOf(ReportRefusedException.class)
                .hasMessageContaining("FFB-4021");
        assertThat(curves()).isEmpty();
        assertThat(measured(host, loss("[0, 0.69]"))).isTrue();
        site().executorTasks().complete("w", host.id(), TestWorker.failed("no more of it"));
        awaitStatus(job, "failed");
        assertThat(curves()).as("how far it has come").hasSize(1);
    }

    @Test
    void howFarAnUploadIsIsItsJobsProgressAndNoMetric() throws Exception {
        String job = site().jobs()
                .submit(new JobSubmission(
                        "{\"components\": {\"upload_0\": {\"module\": \"Upload\"}}}",
                        "{\"dsl_version\": 2, \"initiator\": {\"role\": \"local\", \"party_id\": 0},"
                                + " \"role\": {\"local\": [0]}, \"job_parameters\": {}}",
                        "alice"))
                .jobId();
        ExecutorTask task = fetch(1).get(0);

        assertThat(measured(task, progress("33"))).isTrue();
        assertThat(percent(job)).isEqualTo(33);
        assertThat(curves()).isEmpty();
        assertThat(measured(task, progress("20"))).isTrue();
        assertThat(percent(job)).as("it never goes back").isEqualTo(33);
        assertThat(measured(task, progress("1000000"))).isTrue();
        assertThat(percent(job)).as("who runs has not ended").isEqualTo(99);
        assertThat(measured(task, progress("\"many\""))).isTrue();
        site().executorTasks().complete("w", task.id(), TestWorker.succeeded());
        awaitStatus(job, "success");
        assertThat(percent(job)).isEqualTo(100);
    }

    @Test
    void howFarOneComponentIsIsNotHowFarAJobOfSeveralIs() throws Exception {
        String job = submit(aJob().with("a").with("b", "a"));
        List<ExecutorTask> tasks = fetchOf(job);

        assertThat(measured(at("guest", tasks), progress("50"))).isTrue();

        assertThat(percent(job)).isZero();
        site().jobs().stop(job, "canceled");
        awaitStatus(job, "canceled");
    }

    private static ArrayNode progress(String percent) throws IOException {
        return (ArrayNode)
                JSON.readTree("[{\"namespace\": \"progress\", \"name\": \"progress\", \"metric_type\": \"PROGRESS\","
                        + " \"metas\": {}, \"data\": [[\"percent\", %s]]}]".formatted(percent));
    }

    private int percent(String job) {
        return site().jdbc().queryForObject("select max(progress) from job where job_id = ?", Integer.class, job);
    }

    private boolean measured(ExecutorTask task, ArrayNode metrics) {
        return measuredBy("w", task, metrics);
    }

    private boolean measuredBy(String worker, ExecutorTask task, ArrayNode metrics) {
        return site().workers().here().metrics(worker, task.id(), metrics);
    }

    private List<String> curves() {
        return site().jdbc().queryForList("select metric_data from tracking_metric", String.class);
    }

    private static ArrayNode loss(String points) throws IOException {
        return named("loss", points);
    }

    private static ArrayNode named(String name, String points) throws IOException {
        return (ArrayNode) JSON.readTree(
                "[{\"namespace\": \"train\", \"name\": \"%s\", \"metric_type\": \"LOSS\", \"metas\": {}, \"data\": [%s]}]"
                        .formatted(name, points));
    }

    /** A job's retries are for what may go well another time; its cores are free at once either way. */
    @Test
    @Tag("slow")
    void theNextAttemptMayLeaveSomethingBetter() throws Exception {
        String job = submit(aJob().with("a").parameter("auto_retries", 1));
        List<ExecutorTask> first = fetchOf(job);
        ObjectNode bad = (ObjectNode) JSON.readTree("{\"models\": [{\"alias\": \"a\"}, {\"alias\": \"a\"}]}");
        site().executorTasks().complete("w", at("guest", first).id(), TestWorker.succeeded());
        site().executorTasks()
                .complete("w", at("host", first).id(), TestWorker.succeeded().with(bad));

        fetch(2).forEach(task -> assertThat(site().executorTasks()
                        .complete("w", task.id(), TestWorker.succeeded().with(TestWorker.outputs(task))))
                .isTrue());

        awaitStatus(job, "success");
    }

    private List<ExecutorTask> fetchOf(String job) throws InterruptedException {
        List<ExecutorTask> taken = fetch(2);
        assertThat(taken).extracting(ExecutorTask::jobId).containsOnly(job);
        return taken;
    }

    private String errorAt(String role) {
        return site().jdbc().queryForObject("select error_report from task where role = ?", String.class, role);
    }

    private int rows(String table) {
        return site().jdbc().queryForObject("select count(*) from " + table, Integer.class);
    }
}
