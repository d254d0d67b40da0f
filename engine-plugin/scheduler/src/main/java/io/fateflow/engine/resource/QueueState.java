package io.fateflow.engine.resource;

import java.math.BigDecimal;

import io.fateflow.engine.resource.amount.ResourceSet;
import io.fateflow.engine.resource.queue.QueueRow;

/**
 * A queue at one moment.
 *
 * @param held cores that its jobs hold now
 * @param heldLabels what its jobs hold of labels of nodes now
 * @param usedCoreSeconds what it has used, less what is forgotten of that; jobs that run are in it
 * @param running jobs that hold cores
 * @param waiting jobs of this site as initiator that wait, for cores, nodes or other sites
 */
public record QueueState(
        QueueRow row, BigDecimal held, ResourceSet heldLabels, double usedCoreSeconds, int running, int waiting) {

    public String name() {
        return row.name();
    }

    /** What decides whose turn it is: the least comes next. */
    public double usedByWeight() {
        return usedCoreSeconds / row.queue().weight().doubleValue();
    }
}
