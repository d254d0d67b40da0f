package io.fateflow.engine.resource.queue;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import io.fateflow.dsl.QueueParameters;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.amount.ResourceSet;

/**
 * What an operator says of a queue, in the words of Kueue.
 *
 * @param weight its share of what nobody is guaranteed, next to the weights of the others
 * @param nominalQuota cores that are its own: it comes before all that borrow, as long as it holds no more
 * @param borrowingLimit how many cores it may hold beyond that, of those that others don't use; null for all of them
 * @param limits how much its jobs may hold together of labels of nodes; a label that is not in it has no limit
 */
public record JobQueue(
        String name,
        BigDecimal weight,
        BigDecimal nominalQuota,
        @Nullable BigDecimal borrowingLimit,
        SortedMap<String, ResourceQuantity> limits) {

    private static final BigDecimal MOST = BigDecimal.valueOf(1_000_000);
    private static final int DECIMALS = 4;
    private static final int MOST_LABELS = 30;

    /** @throws InvalidQueueException if one of them can't be */
    public JobQueue {
        if (!QueueParameters.isName(name)) {
            throw new InvalidQueueException(
                    "'%s' is no name of a queue: use 1 to 80 letters, digits, and any of _ . -".formatted(name));
        }
        weight = amount("weight", weight);
        if (weight.signum() == 0) {
            throw new InvalidQueueException("the weight of a queue is more than 0: a queue with a nominal_quota and a"
                    + " borrowing_limit of 0 gets nothing");
        }
        nominalQuota = amount("nominal_quota", nominalQuota);
        borrowingLimit = borrowingLimit == null ? null : amount("borrowing_limit", borrowingLimit);
        if (limits.size() > MOST_LABELS) {
            throw new InvalidQueueException("a queue has limits of %d labels at most".formatted(MOST_LABELS));
        }
        limits.keySet().stream()
                .filter(label -> !ResourceSet.isLabel(label))
                .findFirst()
                .ifPresent(label -> {
                    throw new InvalidQueueException(
                            "'%s' is no label that a queue could have a limit of".formatted(label));
                });
        limits = Collections.unmodifiableSortedMap(new TreeMap<>(limits));
    }

    /** A queue that may hold any amount of labels. */
    public JobQueue(String name, BigDecimal weight, BigDecimal nominalQuota, @Nullable BigDecimal borrowingLimit) {
        this(name, weight, nominalQuota, borrowingLimit, new TreeMap<>());
    }

    /** The same queue with other limits of labels. */
    public JobQueue limitedTo(Map<String, ResourceQuantity> labels) {
        return new JobQueue(name, weight, nominalQuota, borrowingLimit, new TreeMap<>(labels));
    }

    /** A queue of weight 1 that has nothing of its own, and no limit. */
    public static JobQueue named(String name) {
        return new JobQueue(name, BigDecimal.ONE, BigDecimal.ZERO, null);
    }

    /** How many cores its jobs may hold together; empty for as many as there are. */
    public Optional<BigDecimal> limit() {
        return Optional.ofNullable(borrowingLimit).map(nominalQuota::add);
    }

    private static BigDecimal amount(String what, BigDecimal amount) {
        if (amount.signum() < 0
                || amount.compareTo(MOST) > 0
                || amount.stripTrailingZeros().scale() > DECIMALS) {
            throw new InvalidQueueException(
                    "the %s of a queue is a number from 0 to %s with at most %d decimals, not %s"
                            .formatted(what, MOST, DECIMALS, amount));
        }
        return amount.setScale(DECIMALS, RoundingMode.UNNECESSARY);
    }
}
