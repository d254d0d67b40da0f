package io.fateflow.worker.retry;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work that is done again and again on threads of its own, which keep no process alive. Whatever comes of it, errors of the
 * virtual machine included, is logged, and the work is done again: a schedule of the library ends for good, and without a
 * word, with the first failure that nobody catches.
 */
public final class RepeatedWork implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RepeatedWork.class);

    private final ScheduledThreadPoolExecutor threads;

    /** With one thread of that name. */
    public RepeatedWork(String thread) {
        this(1, work -> daemon(work, thread));
    }

    /** With so many threads, which are daemons. */
    public RepeatedWork(int count, ThreadFactory threads) {
        // what comes when it has been stopped is not done, and whoever brings it goes on
        this.threads = new ScheduledThreadPoolExecutor(count, threads, new DiscardPolicy());
    }

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Does it after a first pause, and from then on so long after it was done. */
    @SuppressWarnings("FutureReturnValueIgnored") // its failures are dealt with
    public void repeat(Runnable work, Duration first, Duration pause) {
        threads.scheduleWithFixedDelay(guarded(work), first.toNanos(), pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Does it after each pause. */
    public void repeat(Runnable work, Duration pause) {
        repeat(work, pause, pause);
    }

    /** Does it once more, after a pause. */
    @SuppressWarnings("FutureReturnValueIgnored") // as above
    public void later(Runnable work, Duration pause) {
        threads.schedule(guarded(work), pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    private Runnable guarded(Runnable work) {
        return () -> {
            try {
                work.run();
            } catch (RuntimeException | Error e) {
                String thread = Thread.currentThread().getName();
                if (e instanceof RuntimeException && threads.isShutdown()) {
                    LOG.debug("what {} did has failed while it was stopped", thread, e);
                } else {
                    LOG.error("what {} does has failed, and will be done again", thread, e);
                }
            }
        };
    }

    /** Nothing is repeated any more; what is under way, or to be done {@link #later}, is done. */
    public void stop() {
        threads.shutdown();
    }

    /** Nothing is begun any more, and what is under way is interrupted. Waits for nothing. */
    @Override
    public void close() {
        threads.shutdownNow();
    }

    /**
     * Waits for what was under way when this was stopped or closed.
     *
     * @return whether it has ended
     */
    public boolean awaitEnd(Duration atMost) throws InterruptedException {
        return threads.awaitTermination(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }
}
