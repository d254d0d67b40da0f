package io.fateflow.client;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.fateflow.client.call.ChangeStream;
import io.fateflow.client.call.FateFlowException;
import io.fateflow.client.call.UnreachableException;

/**
 * Waits for jobs to end. With a login it hears of each change; else it asks, in pauses that grow while nothing happens. A server
 * that is away is waited for.
 */
public final class JobWatch {

    /** While changes are heard, as a second thought. */
    private static final Duration HEARING = Duration.ofSeconds(10);

    private final Jobs jobs;
    private final Function<String, Optional<ChangeStream>> changes;
    private final Duration patience;
    private final Sleep sleep;

    JobWatch(Jobs jobs, Function<String, Optional<ChangeStream>> changes) {
        this(jobs, changes, Duration.ofMinutes(10), time -> TimeUnit.NANOSECONDS.sleep(time.toNanos()));
    }

    JobWatch(Jobs jobs, Function<String, Optional<ChangeStream>> changes, Duration patience, Sleep sleep) {
        this.jobs = jobs;
        this.changes = changes;
        this.patience = patience;
        this.sleep = sleep;
    }

    /** Lets time pass. */
    @FunctionalInterface
    interface Sleep {
        void of(Duration time) throws InterruptedException;
    }

    /** @param other how long a server may be away; ten minutes, unless it is said */
    public JobWatch patientFor(Duration other) {
        return new JobWatch(jobs, changes, other, sleep);
    }

    /**
     * Returns when the job has ended, however it did.
     *
     * @throws UnreachableException if the server does not answer at the first call, or for longer than there is patience
     */
    public Job toTheEnd(String jobId, JobListener listener) throws FateFlowException, InterruptedException {
        // a job that is not known is said at once, and so is a server that is not there
        Job job = jobs.get(jobId);
        Optional<ChangeStream> stream = job.hasEnded() ? Optional.empty() : changes.apply(jobId);
        try {
            return follow(job, stream, listener);
        } finally {
            stream.ifPresent(ChangeStream::close);
        }
    }

    private Job follow(Job first, Optional<ChangeStream> stream, JobListener listener)
            throws FateFlowException, InterruptedException {
        Pauses pauses = new Pauses();
        Away away = new Away(listener);
        Job job = first;
        while (true) {
            try {
                List<Task> tasks = jobs.tasks(job.jobId());
                away.isOver();
                pauses.seen(job, tasks);
                listener.seen(job, tasks);
                if (job.hasEnded()) {
                    return job;
                }
            } catch (UnreachableException e) {
                away.is(e);
            }
            job = next(job, stream, pauses, away);
        }
    }

    /** The job after a pause; as it was, as long as the server is away. */
    private Job next(Job job, Optional<ChangeStream> stream, Pauses pauses, Away away)
            throws FateFlowException, InterruptedException {
        while (true) {
            pause(away.since == null ? stream : Optional.empty(), pauses.next());
            try {
                return jobs.get(job.jobId());
            } catch (UnreachableException e) {
                away.is(e);
            }
        }
    }

    private void pause(Optional<ChangeStream> stream, Duration pause) throws InterruptedException {
        if (stream.isPresent()) {
            stream.get().await(stream.get().isOpen() ? HEARING : pause);
        } else {
            sleep.of(pause);
        }
    }

    /** How long the server has been away, by this process's own clock. */
    private final class Away {

        private final JobListener listener;
        private @Nullable Long since;

        Away(JobListener listener) {
            this.listener = listener;
        }

        void is(UnreachableException why) throws UnreachableException {
            Long begun = since;
            if (begun == null) {
                since = System.nanoTime();
                listener.away(why);
            } else if (System.nanoTime() - begun > patience.toNanos()) {
                throw why;
            }
        }

        void isOver() {
            if (since != null) {
                since = null;
                listener.back();
            }
        }
    }
}
