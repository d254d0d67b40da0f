package io.fateflow.worker.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.worker.agent.testing.TaskBuilder.aTask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A server that refuses what an executor left refuses it for ever: the attempt fails, and the worker has its place back. */
class RefusedReportTest extends WithWorker {

    @Test
    void aReportThatTheServerRefusesFailsTheAttemptWithItsReason() throws IOException {
        server.refuseReports(report -> report.result() != null);
        ExecutorTask task = aTask().build();
        start(shell("printf '{\"status\": \"success\"}' > result.json"));

        ExecutorReport report = reportOf(task);

        assertThat(report.status()).isEqualTo("failed");
        assertThat(report.exitReason()).isEqualTo("result_refused");
        assertThat(report.errorReport())
                .contains(
                        task.componentName(), task.role(), task.partyId(), "FFB-0000 this can't be kept", "What to do");
        assertThat(report.result()).isNull();
        assertThat(server.given()).isEqualTo(2);
        await().until(() -> worker().runningExecutors() == 0);
    }

    @Test
    void aServerThatIsAwayIsNotARefusal() throws IOException {
        ExecutorTask task = aTask().build();
        start(shell("true"));
        awaitLife();
        server.submit(task);
        server.cutTheLine(true);
        server.cutTheLine(false);

        await().until(() -> server.reports().containsKey(task.id()));
        assertThat(server.report(task).status()).isEqualTo("success");
    }

    /** A curve is seen while it grows; that one part of it can't be shown ends nothing. */
    @Test
    void whatAnExecutorMeasuresIsToldWhileItRuns() throws IOException {
        ExecutorTask task = aTask().build();
        Path first = work.resolve("first");
        Path second = work.resolve("second");
        start(shell(
                "write() { echo \"$1\" > m; mv m metrics.json; }; await() { while [ ! -e $1 ]; do sleep 0.1; done; };"
                        + " write '[1]'; await %s; write 'no JSON'; write '[2]'; await %s".formatted(first, second)));
        awaitLife();
        server.submit(task);

        await().until(() -> !server.metrics(task).isEmpty());
        server.refuseMetrics(true);
        Files.createFile(first);
        await().until(() -> server.metricsRefused() > 0);
        server.refuseMetrics(false);
        assertThat(server.reports()).isEmpty();
        Files.createFile(second);

        await().until(() -> server.reports().containsKey(task.id()));
        assertThat(server.report(task).status()).isEqualTo("success");
        assertThat(server.metrics(task)).hasToString("[[1]]");
        assertThat(server.metricsRefused()).isEqualTo(1);
    }

    private void awaitLife() {
        await().until(() -> !server.states().isEmpty());
    }
}
