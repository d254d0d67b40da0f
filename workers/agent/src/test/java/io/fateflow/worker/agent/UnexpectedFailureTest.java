package io.fateflow.worker.agent;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

import io.fateflow.worker.agent.testing.TaskBuilder;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.local.LocalProcesses;
import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.runtime.ExecutorRuntime;
import io.fateflow.worker.runtime.Launch;
import io.fateflow.worker.runtime.RunningExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A runtime of executors fails in a way that nobody has thought of. */
class UnexpectedFailureTest extends WithWorker {

    private static final String HANGS = "sleep 1000 & touch alive; kill -STOP $$";

    @Test
    void whatFailsAtTheStartIsReportedAndLeavesItsPlace() throws IOException {
        start(worker(new Failing("start", new IllegalStateException("of a test"), false), "true"));

        List<ExecutorReport> reports = IntStream.range(0, 5)
                .mapToObj(i -> reportOf(TaskBuilder.aTask().named("c_" + i).build()))
                .toList();

        assertThat(reports).allSatisfy(report -> {
            assertThat(report.exitReason()).isEqualTo("not_started");
            assertThat(report.errorReport()).contains("IllegalStateException: of a test", "What to do");
        });
    }

    /** Half of a letter: it has no bytes, as each that is not ASCII has none in the locale C. */
    @Test
    void aNameThatNoDirectoryCanHaveIsReportedWithItsRemedy() throws IOException {
        start(worker(new LocalProcesses(), "true"));

        ExecutorReport report = reportOf(TaskBuilder.aTask().named("a\ud800b").build());

        assertThat(report.exitReason()).isEqualTo("not_started");
        assertThat(report.errorReport()).contains("could not be started: FFB-2068", "LC_ALL=C.UTF-8");
    }

    @Test
    void anExecutorThatCannotBeWatchedIsReportedAndEnded() throws IOException {
        start(worker(new Failing("awaitEnd", new NoClassDefFoundError("of/a/Test"), false), "sleep 1000"));

        ExecutorTask task = TaskBuilder.aTask().build();
        ExecutorReport report = reportOf(task);

        assertThat(report.exitReason()).isEqualTo("lost");
        assertThat(report.errorReport()).contains("NoClassDefFoundError: of/a/Test", "What to do");
        await().until(this::hasEnded);
    }

    @Test
    void aLookThatFailsIsMadeAgain() throws IOException {
        start(new Worker(
                server,
                settings(shell(HANGS)).withLimits(Duration.ofMillis(200), 0),
                new Failing("observe", new IllegalStateException("of a test"), true)));

        assertThat(reportOf(TaskBuilder.aTask().build()).exitReason()).isEqualTo("hung");
    }

    private Worker worker(ExecutorRuntime runtime, String script) {
        return new Worker(server, settings(shell(script)), runtime);
    }

    /** Executors are processes of this machine; one method of theirs, or of the runtime itself, fails: always, or once. */
    private record Failing(LocalProcesses local, String method, Throwable failure, boolean once, AtomicBoolean failed)
            implements ExecutorRuntime {

        Failing(String method, Throwable failure, boolean once) {
            this(new LocalProcesses(), method, failure, once, new AtomicBoolean());
        }

        @Override
        public RunningExecutor start(Launch launch) throws IOException {
            if (method.equals("start") && failure instanceof RuntimeException e) {
                throw e;
            }
            return failing(local.start(launch));
        }

        @Override
        public RunningExecutor adopt(Launch launch) throws IOException {
            return failing(local.adopt(launch));
        }

        private RunningExecutor failing(RunningExecutor executor) {
            return (RunningExecutor) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {RunningExecutor.class}, (proxy, called, arguments) -> {
                        if (called.getName().equals(method) && !(failed.getAndSet(true) && once)) {
                            // one that has not begun would not be there to be ended
                            await().until(() -> executor.pid() > 0);
                            throw failure;
                        }
                        try {
                            return called.invoke(executor, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }

        @Override
        public boolean hasBegun(RunDirectory run) throws IOException {
            return local.hasBegun(run);
        }

        @Override
        public Map<String, JsonNode> resources() throws IOException {
            return local.resources();
        }
    }
}
