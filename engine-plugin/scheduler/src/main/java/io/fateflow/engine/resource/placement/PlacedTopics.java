package io.fateflow.engine.resource.placement;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Where attempts were placed in the current transaction, until their external tasks are made in it: such a task has its
 * node in its topic, which no other node's worker asks for.
 */
public final class PlacedTopics {

    /** Of attempts that any worker may run. */
    public static final String ANYWHERE = "fate-executor";

    private static final String ON_NODE = ANYWHERE + "@";

    /** What the worker of a node asks for, beside {@link #ANYWHERE}. */
    public static String of(String node) {
        return ON_NODE + node;
    }

    /** Whether a topic is that of attempts, wherever they are to run. */
    public static boolean isOfExecutors(String topic) {
        return topic.equals(ANYWHERE) || topic.startsWith(ON_NODE);
    }

    /** The topic of the attempt with that business key. */
    public String topic(String businessKey) {
        Map<String, String> placed = current();
        String node = placed == null ? null : placed.get(businessKey);
        return node == null ? ANYWHERE : of(node);
    }

    /** Needs a transaction, which every step has. */
    public void placed(String businessKey, String node) {
        Map<String, String> placed = current();
        if (placed == null) {
            placed = new HashMap<>();
            TransactionSynchronizationManager.bindResource(this, placed);
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int status) {
                    TransactionSynchronizationManager.unbindResourceIfPossible(PlacedTopics.this);
                }
            });
        }
        placed.put(businessKey, node);
    }

    @SuppressWarnings("unchecked")
    private @Nullable Map<String, String> current() {
        return (Map<String, String>) TransactionSynchronizationManager.getResource(this);
    }
}
