package io.fateflow.engine.task;

import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import io.fateflow.federation.status.TaskStatus;

/** What a component's status is as a whole, when each party has its own. FATE's rules. */
public final class FederatedStatus {

    private static final List<TaskStatus> INTERRUPTIONS =
            List.of(TaskStatus.FAILED, TaskStatus.TIMEOUT, TaskStatus.CANCELED);

    private FederatedStatus() {}

    /**
     * Computes the federated status.
     *
     * @param parties the status of every party that runs the component, at least one
     */
    public static TaskStatus of(Collection<TaskStatus> parties) {
        Set<TaskStatus> distinct = EnumSet.noneOf(TaskStatus.class);
        parties.forEach(status -> distinct.add(status == TaskStatus.PASS ? TaskStatus.SUCCESS : status));
        if (distinct.isEmpty()) {
            throw new IllegalArgumentException("a component runs on one party at least");
        }
        if (distinct.size() == 1) {
            return distinct.iterator().next();
        }
        return INTERRUPTIONS.stream().filter(distinct::contains).findFirst().orElse(TaskStatus.RUNNING);
    }
}
