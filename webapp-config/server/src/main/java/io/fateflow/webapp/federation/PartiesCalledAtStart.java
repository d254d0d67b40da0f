package io.fateflow.webapp.federation;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

import io.fateflow.engine.process.PartiesAtStart;

/** Calls the parties of running jobs when this server can be called itself. */
@Component
@ConditionalOnProperty("fate.federation.enabled")
final class PartiesCalledAtStart {

    private static final Logger LOG = LoggerFactory.getLogger(PartiesCalledAtStart.class);

    private final PartiesAtStart parties;

    PartiesCalledAtStart(PartiesAtStart parties) {
        this.parties = parties;
    }

    /** A server that can't call them now calls them when their turn comes. */
    @EventListener(ApplicationReadyEvent.class)
    void call() {
        try {
            int calls = parties.call();
            if (calls > 0) {
                LOG.info("parties of running jobs are called: {} looks that were to be later", calls);
            }
        } catch (RuntimeException e) {
            LOG.warn("parties of running jobs are called a minute or so later: {}", e.getMessage());
        }
    }
}
