package io.fateflow.engine.process;

import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** While it is open, lines in the log say whose step they are of: {@code job}, {@code task} and {@code party}, as a worker's do. */
final class StepLog implements AutoCloseable {

    private StepLog() {}

    /** @param businessKey a job's id, or one that begins with a job's or a task's id and ends with a party */
    static StepLog of(@Nullable String businessKey) {
        String[] parts = businessKey == null ? new String[0] : businessKey.split("\\|", -1);
        if (parts.length > 0) {
            int component = parts[0].indexOf('_');
            MDC.put("job", component < 0 ? parts[0] : parts[0].substring(0, component));
            if (component >= 0) {
                MDC.put("task", parts[0]);
            }
        }
        if (parts.length > 2) {
            MDC.put("party", parts[parts.length - 2] + "-" + parts[parts.length - 1]);
        }
        return new StepLog();
    }

    @Override
    public void close() {
        MDC.remove("job");
        MDC.remove("task");
        MDC.remove("party");
    }
}
