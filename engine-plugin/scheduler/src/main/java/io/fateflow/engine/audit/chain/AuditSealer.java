package io.fateflow.engine.audit.chain;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

import io.fateflow.worker.retry.RepeatedWork;

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
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final AuditChain chain;
    private final TransactionTemplate transaction;
    private final AtomicBoolean woken = new AtomicBoolean();
    private final RepeatedWork thread = new RepeatedWork("audit-sealer");
    private volatile boolean started;

    public AuditSealer(AuditChain chain, PlatformTransactionManager transactions) {
        this.chain = chain;
        this.transaction = new TransactionTemplate(transactions);
        transaction.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    }

    /** Begins, with what is there; once. */
    public void start() {
        started = true;
        thread.repeat(this::look, Duration.ZERO, LOOK);
    }

    /** Entries were committed. Waits for nothing; those that come while this server ends are sealed when one starts. */
    public void wake() {
        if (started && woken.compareAndSet(false, true)) {
            thread.later(this::look, MOMENT);
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
        thread.stop();
        try {
            if (!thread.awaitEnd(PATIENCE)) {
                LOG.warn("the audit sealer still works, and its transaction is left to the database");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
