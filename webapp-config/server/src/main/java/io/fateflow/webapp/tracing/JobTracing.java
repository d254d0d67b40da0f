package io.fateflow.webapp.tracing;

import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.opentelemetry.sdk.OpenTelemetrySdk;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * Sends the spans of jobs as they end, in a thread of its own: a collector that is slow or away holds up no job. What can't be
 * sent is lost, with a line in the log; the job's own record is the audit trail.
 */
final class JobTracing implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(JobTracing.class);
    private static final int MOST_WAITING = 10_000;

    private final JobSpans spans;
    private final OpenTelemetrySdk telemetry;
    private final Duration patience;
    private final ThreadPoolExecutor thread = new ThreadPoolExecutor(
            1, 1, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(MOST_WAITING), task -> new Thread(task, "job-spans"));

    /** @param patience how long its end waits for jobs that are not sent, and then for a collector that does not answer */
    JobTracing(JobSpans spans, OpenTelemetrySdk telemetry, Duration patience) {
        this.spans = spans;
        this.telemetry = telemetry;
        this.patience = patience;
        thread.allowCoreThreadTimeOut(true);
    }

    void ended(String jobId) {
        try {
            thread.execute(() -> send(jobId));
        } catch (RejectedExecutionException e) {
            LOG.warn("the trace of job {} is not sent: the server ends, or too many wait", jobId);
        }
    }

    private void send(String jobId) {
        try {
            spans.send(jobId);
        } catch (DataAccessException e) {
            LOG.warn("the trace of job {} is not sent: {}", jobId, e.getMessage());
        }
    }

    /** Sends what has ended by now, if it can be sent soon. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn(
                        "the traces of {} jobs are not sent: the server ends",
                        thread.getQueue().size());
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
        telemetry.shutdown().join(patience.toMillis(), TimeUnit.MILLISECONDS);
    }
}
