package io.fateflow.engine.resource;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

import io.fateflow.engine.resource.queue.QueueRow;
import io.fateflow.engine.resource.queue.UsageDecay;

/**
 * The site at the moment of a decision.
 *
 * @param total cores of the engine
 * @param free of them; less than 0 if there are fewer than are held
 * @param queues at least one, one of them the default queue
 * @param holders who holds cores; may be empty where it makes no difference
 * @param now epoch milliseconds
 * @param aging how long a job may be passed by its peers
 */
record AdmissionSite(
        BigDecimal total,
        BigDecimal free,
        List<QueueRow> queues,
        List<CoreHolder> holders,
        UsageDecay decay,
        long now,
        Duration aging) {}
