package io.fateflow.webapp.tracing;

import java.time.Clock;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import org.jspecify.annotations.Nullable;

import io.fateflow.federation.status.JobStatus;
import io.fateflow.federation.wire.JobTrace;

/**
 * Spans of a job that has ended: the job at its initiator, under it the job at each party of this site, under those the
 * attempts that ran there. Made of rows when the job ends, and so complete whichever server did the work; what was sent is not
 * sent again, as far as this server remembers. To be used by one thread.
 */
final class JobSpans {

    private static final int REMEMBERED = 20_000;
    private static final int LONGEST_ERROR = 300;
    private static final List<String> ENDS = Arrays.stream(JobStatus.values())
            .filter(JobStatus::isEnd)
            .map(JobStatus::wire)
            .toList();

    private final EndedWork work;
    private final Tracer tracer;
    private final GivenIds ids;
    private final Clock clock;
    private final Set<String> sent = Collections.newSetFromMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    });

    JobSpans(EndedWork work, Tracer tracer, GivenIds ids, Clock clock) {
        this.work = work;
        this.tracer = tracer;
        this.ids = ids;
        this.clock = clock;
    }

    /** Times in epoch milliseconds. */
    private record Interval(long begin, long end) {

        /** Clocks of several machines may differ: nothing ends before it begins. */
        Interval {
            end = Math.max(begin, end);
        }
    }

    void send(String jobId) {
        JobTrace trace = new JobTrace(jobId);
        List<EndedWork.Job> jobs = work.jobs(jobId, ENDS);
        jobs.forEach(job -> send(trace, job));
        work.attempts(jobId).stream()
                .filter(attempt -> jobs.stream().anyMatch(job -> job.party().equals(attempt.party())))
                .forEach(attempt -> send(trace, attempt));
    }

    private void send(JobTrace trace, EndedWork.Job job) {
        Long ended = job.ended();
        Interval time = new Interval(job.submitted(), ended == null ? clock.millis() : ended);
        Attributes attributes = Attributes.builder()
                .put("fate.job.id", trace.jobId())
                .put("fate.job.status", job.status())
                .put("fate.job.initiator", job.initiator().toString())
                .put("fate.party.role", job.party().role())
                .put("fate.party.id", job.party().idText())
                .build();
        if (job.isInitiator() && isNew(trace.job(), ended)) {
            Span whole = begin(trace, trace.job(), null, "job", time, attributes);
            end(whole, job.status(), job.error(), time);
        }
        String id = trace.at(job.party());
        if (isNew(id, ended)) {
            Span part = begin(trace, id, trace.job(), "job at " + job.party().role(), time, attributes);
            end(part, job.status(), job.error(), time);
        }
    }

    private void send(JobTrace trace, EndedWork.Attempt attempt) {
        String id = trace.span(attempt.party() + " " + attempt.taskId() + " " + attempt.version());
        if (!isNew(id, attempt.ended())) {
            return;
        }
        AttributesBuilder attributes = Attributes.builder()
                .put("fate.job.id", trace.jobId())
                .put("fate.component.name", attempt.component())
                .put("fate.component.module", attempt.module())
                .put("fate.task.id", attempt.taskId())
                .put("fate.task.version", attempt.version())
                .put("fate.task.status", attempt.status())
                .put("fate.party.role", attempt.party().role())
                .put("fate.party.id", attempt.party().idText())
                .put("fate.worker", attempt.worker());
        number(attributes, "process.exit.code", attempt.exitCode());
        number(attributes, "fate.executor.memory.peak_bytes", attempt.peakMemoryBytes());
        number(attributes, "fate.executor.cpu.millis", attempt.cpuMillis());
        Interval time = new Interval(attempt.created(), attempt.ended());
        Span span = begin(trace, id, trace.at(attempt.party()), attempt.component(), time, attributes.build());
        Long started = attempt.started();
        if (started != null) {
            // what is before it was spent waiting, for resources or for a worker
            span.addEvent("executor started", Math.max(time.begin(), started), TimeUnit.MILLISECONDS);
        }
        end(span, attempt.status(), attempt.error(), time);
    }

    private static void number(AttributesBuilder attributes, String name, @Nullable Number value) {
        if (value != null) {
            attributes.put(name, value.longValue());
        }
    }

    private boolean isNew(String spanId, @Nullable Long ended) {
        return sent.add(spanId + " " + ended);
    }

    private Span begin(
            JobTrace trace, String id, @Nullable String parent, String name, Interval time, Attributes attributes) {
        SpanBuilder builder = tracer.spanBuilder(name)
                .setStartTimestamp(time.begin(), TimeUnit.MILLISECONDS)
                .setAllAttributes(attributes);
        if (parent == null) {
            builder.setNoParent();
        } else {
            SpanContext context = SpanContext.createFromRemoteParent(
                    trace.traceId(), parent, TraceFlags.getSampled(), TraceState.getDefault());
            builder.setParent(Context.root().with(Span.wrap(context)));
        }
        ids.next(trace.traceId(), id);
        return builder.startSpan();
    }

    private static void end(Span span, String status, String error, Interval time) {
        if (status.equals("success")) {
            span.setStatus(StatusCode.OK);
        } else if (!status.equals("canceled")) {
            span.setStatus(StatusCode.ERROR, firstLine(error));
        }
        span.end(time.end(), TimeUnit.MILLISECONDS);
    }

    private static String firstLine(String error) {
        String line = error.lines().findFirst().orElse("");
        return line.length() <= LONGEST_ERROR ? line : line.substring(0, LONGEST_ERROR) + "…";
    }
}
