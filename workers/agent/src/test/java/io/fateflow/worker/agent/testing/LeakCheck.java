package io.fateflow.worker.agent.testing;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import static org.awaitility.Awaitility.await;

/** After each test, no process that it started and no thread of a worker is left. */
public final class LeakCheck implements BeforeEachCallback, AfterEachCallback {

    private static final String BEFORE = "processes";

    /** With what a test that starts a process without a worker has it known as its own. */
    public static Map<String, String> environment() {
        return Map.of(
                "PATH",
                System.getenv("PATH"),
                "FATE_JOB_ID",
                "test",
                "FATE_TEST_RUN",
                System.getenv().getOrDefault("FATE_TEST_RUN", ""));
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        store(context).put(BEFORE, processes());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Set<?> before = store(context).get(BEFORE, Set.class);
        await("no process is left").atMost(Duration.ofSeconds(5)).until(() -> before.containsAll(processes()));
        await("no thread of a worker is left").atMost(Duration.ofSeconds(5)).until(() -> threads()
                .isEmpty());
    }

    /** Processes that this test run has started: an executor leaves the session, but not the environment. */
    private static Set<Long> processes() {
        return ProcessHandle.allProcesses()
                .filter(process -> isOurs(ProcessEnvironment.of(process.pid())))
                .map(ProcessHandle::pid)
                .collect(Collectors.toSet());
    }

    private static boolean isOurs(String environment) {
        String run = System.getenv().getOrDefault("FATE_TEST_RUN", "");
        return environment.contains("FATE_JOB_ID=")
                && (run.isEmpty() || environment.contains("FATE_TEST_RUN=" + run + "\0"));
    }

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("fate-worker"))
                .collect(Collectors.toSet());
    }

    private static ExtensionContext.Store store(ExtensionContext context) {
        return context.getStore(ExtensionContext.Namespace.create(LeakCheck.class, context.getUniqueId()));
    }
}
