package io.fateflow.engine.audit.chain;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Seals what was committed, a moment after it was: so that what comes at the same time is sealed and signed once. Whatever it
 * is not told of, because its server died or another program wrote it, is sealed with the next entry, when a server starts, and
 * within ten minutes.
 */
public final class AuditSealer implements AutoCloseable {

    /** How many entries are sealed in one transaction. */
    static final int BATCH = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(AuditSealer.class);
    private static final Duration MOMENT = Duration.ofSeconds(1);
    private static final Duration LOOK = Duration.ofMinutes(10);

    private final AuditChain chain;
    private final TransactionTemplate transaction;
    private final AtomicBoolean woken = new AtomicBoolean();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread daemon = new Thread(work, "audit-sealer");
        daemon.setDaemon(true);
        return daemon;
    });
    private volatile boolean started;

    public AuditSealer(AuditChain chain, PlatformTransactionManager transactions) {
        this.chain = chain;
        this.transaction = new TransactionTemplate(transactions);
        transaction.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    }

    /** Begins, with what is there; once. */
    @SuppressWarnings("FutureReturnValueIgnored") // it catches what it runs into
    public void start() {
        started = true;
        thread.scheduleWithFixedDelay(this::look, 0, LOOK.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Entries were committed. Waits for nothing. */
    @SuppressWarnings("FutureReturnValueIgnored") // as start
    public void wake() {
        if (started && woken.compareAndSet(false, true)) {
            try {
                thread.schedule(this::look, MOMENT.toMillis(), TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException e) {
                LOG.debug("entries are sealed when a server starts, for this one ends", e);
            }
        }
    }

    private void look() {
        woken.set(false);
        try {
            sealAll();
        } catch (RuntimeException e) {
            LOG.warn("audit entries can't be sealed, which is tried again with the next one", e);
        }
    }

    /**
     * Seals all that is committed now, in transactions of its own.
     *
     * @return how many entries
     * @throws BrokenChainException as {@link AuditChain#seal}
     */
    public long sealAll() {
        long sealed = 0;
        int batch;
        do {
            batch = Objects.requireNonNull(transaction.execute(status -> chain.seal(BATCH)));
            sealed += batch;
        } while (batch == BATCH);
        return sealed;
    }

    /** Ends after the batch that is under way. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(10, TimeUnit.SECONDS)) {
                LOG.warn("the audit sealer still works, and its transaction is left to the database");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
