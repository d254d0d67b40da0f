package io.fateflow.webapp.audit;

import java.time.Duration;
import java.util.TreeSet;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

import io.fateflow.engine.audit.chain.HeadExchange;
import io.fateflow.engine.plugin.Federation;
import io.fateflow.federation.directory.PartyDirectory;
import io.fateflow.federation.outgoing.Tries;
import io.fateflow.worker.retry.RepeatedWork;

/** Exchanges heads of audit logs with all partners that have a route, now and then. Each server does; what is kept already is not kept again. */
final class HeadsToPartners implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(HeadsToPartners.class);
    private static final Tries ONCE = Tries.once().within(Duration.ofSeconds(10));

    /** A server that has just come up has other things to do, and its partners may be starting, too. */
    private static final Duration FIRST = Duration.ofMinutes(1);

    private final HeadExchange exchange;
    private final Federation federation;
    private final PartyDirectory directory;
    private final Duration every;
    private final RepeatedWork thread = new RepeatedWork("audit-heads");
    private volatile boolean running;

    HeadsToPartners(HeadExchange exchange, Federation federation, PartyDirectory directory, Duration every) {
        this.exchange = exchange;
        this.federation = federation;
        this.directory = directory;
        this.every = every;
    }

    @Override
    public void start() {
        if (!every.isZero()) {
            thread.repeat(this::exchangeSafely, every.compareTo(FIRST) < 0 ? every : FIRST, every);
        }
        running = true;
    }

    private void exchangeSafely() {
        try {
            TreeSet<Long> partners = new TreeSet<>(directory.routes().byParty().keySet());
            partners.remove(federation.site().partyId());
            partners.remove(0L);
            exchange.exchange(federation.transport(), partners, ONCE);
        } catch (RuntimeException e) {
            LOG.warn("heads of audit logs were not exchanged, which is tried again", e);
        }
    }

    @Override
    public void stop() {
        running = false;
        thread.close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
