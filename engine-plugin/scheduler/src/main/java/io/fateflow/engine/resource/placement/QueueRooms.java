package io.fateflow.engine.resource.placement;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.amount.ResourceSet;
import io.fateflow.engine.resource.queue.LabelUse;

/**
 * What queues may still take of labels, in one look. It decides only while the placement's row is locked: nobody takes
 * anything meanwhile. Where no queue has limits it costs one statement.
 */
final class QueueRooms {

    private static final int HOLDERS_SHOWN = 3;

    private final LabelUse use;
    private final Map<String, SortedMap<String, ResourceQuantity>> limits;
    private final Map<String, String> queues = new HashMap<>();
    private @Nullable Map<String, ResourceSet> held;

    QueueRooms(LabelUse use) {
        this.use = use;
        this.limits = use.limits();
    }

    /** The queue of a job, if it has limits; else an empty text. */
    String limited(String jobId) {
        if (limits.isEmpty()) {
            return "";
        }
        String queue = queues.computeIfAbsent(jobId, use::queueOf);
        return limits.containsKey(queue) ? queue : "";
    }

    private SortedMap<String, ResourceQuantity> limitsOf(String jobId) {
        return limits.getOrDefault(limited(jobId), new TreeMap<>());
    }

    private Map<String, ResourceSet> held() {
        Map<String, ResourceSet> read = held;
        if (read == null) {
            read = new HashMap<>(use.held());
            held = read;
        }
        return read;
    }

    /** Whether a job's queue may hold so much more. */
    boolean lets(String jobId, ResourceSet more) {
        return exceeded(jobId, more).isEmpty();
    }

    private Optional<String> exceeded(String jobId, ResourceSet more) {
        SortedMap<String, ResourceQuantity> most = limitsOf(jobId);
        return most.entrySet().stream()
                .filter(limit -> !more.get(limit.getKey()).isZero())
                .filter(limit -> limit.getValue().isLessThan(after(jobId, limit.getKey(), more)))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private ResourceQuantity after(String jobId, String label, ResourceSet more) {
        return held(limited(jobId)).get(label).plus(more.get(label));
    }

    private ResourceSet held(String queue) {
        return held().getOrDefault(queue, ResourceSet.EMPTY);
    }

    /** Whether a job's queue may hold so much if it holds nothing else. */
    boolean isPossible(String jobId, ResourceSet wanted) {
        return impossible(jobId, wanted).isEmpty();
    }

    /** Of what a job's queue may never hold so much, as users read it; empty if it may. */
    Optional<String> impossible(String jobId, ResourceSet wanted) {
        SortedMap<String, ResourceQuantity> most = limitsOf(jobId);
        return most.entrySet().stream()
                .filter(limit -> limit.getValue().isLessThan(wanted.get(limit.getKey())))
                .findFirst()
                .map(limit -> "need %s %s at once, and jobs in queue %s may hold %s"
                        .formatted(wanted.get(limit.getKey()), limit.getKey(), limited(jobId), limit.getValue()));
    }

    /** Counts what a job is going to have. */
    void take(String jobId, ResourceSet amounts) {
        String queue = limited(jobId);
        if (!queue.isEmpty()) {
            held().merge(queue, amounts, ResourceSet::add);
        }
    }

    /** Why a job may not have so much more, as users read it; empty if it may. */
    Optional<String> reason(String jobId, ResourceSet more) {
        return exceeded(jobId, more).map(label -> {
            String queue = limited(jobId);
            return "queue %s may hold %s %s and holds %s, which is too much with %s more: %s"
                    .formatted(
                            queue,
                            limitsOf(jobId).get(label),
                            label,
                            held(queue).get(label),
                            more.get(label),
                            holders(queue, label));
        });
    }

    private String holders(String queue, String label) {
        List<LabelUse.Holder> holders = use.holders(queue, label, HOLDERS_SHOWN + 1);
        if (holders.isEmpty()) {
            return "raise its limit, or ask for less";
        }
        return holders.stream()
                        .limit(HOLDERS_SHOWN)
                        .map(holder -> "job %s has %s".formatted(holder.jobId(), holder.amount()))
                        .collect(Collectors.joining(", "))
                + (holders.size() > HOLDERS_SHOWN ? " and others the rest" : "");
    }
}
