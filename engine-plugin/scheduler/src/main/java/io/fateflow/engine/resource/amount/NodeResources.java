package io.fateflow.engine.resource.amount;

/**
 * What one node has. What is available is never written down: it is the total without what is leased, and nothing while
 * more is leased than there is.
 *
 * @param node its name
 * @param total what it has in all
 * @param leased what tasks hold that were placed on it
 * @param load what tasks want that are to run on it and hold nothing yet
 * @param ids the units of labels whose units have ids, and which of them are leased
 * @param open whether it takes tasks: one that drains, or is not heard of, does not
 */
public record NodeResources(
        String node, ResourceSet total, ResourceSet leased, ResourceSet load, ResourceIdSet ids, boolean open) {

    public ResourceSet available() {
        return total.subtract(leased);
    }

    /** Whether a demand could ever be served, by this node alone. */
    public boolean isFeasible(ResourceSet demand) {
        return demand.isSubset(total);
    }

    /** Whether a demand can be served now, beside those that wait for this node. */
    public boolean fits(ResourceSet demand) {
        return fits(demand, load);
    }

    private boolean fits(ResourceSet demand, ResourceSet others) {
        // asked of every node for every decision: no sets are made
        return demand.amounts().entrySet().stream()
                        .allMatch(entry -> entry.getValue().units() <= free(entry.getKey(), others))
                && ids.contains(demand);
    }

    private long free(String label, ResourceSet others) {
        return total.get(label).units()
                - leased.get(label).units()
                - others.get(label).units();
    }

    /** Whether a demand can be served now, whoever waits for this node. */
    public boolean fitsNow(ResourceSet demand) {
        return fits(demand, ResourceSet.EMPTY);
    }

    /** With a demand more that waits for it. */
    public NodeResources loaded(ResourceSet demand) {
        return new NodeResources(node, total, leased, load.add(demand), ids, open);
    }

    /** Without a demand that has waited for it. */
    public NodeResources unloaded(ResourceSet demand) {
        return new NodeResources(node, total, leased, load.subtract(demand), ids, open);
    }

    /**
     * Takes a demand.
     *
     * @return the node without it, and the units taken
     * @throws IllegalStateException if it does not fit now: whoever calls has not looked
     */
    public Taken acquire(ResourceSet demand) {
        available().subtractStrict(demand);
        ResourceIdSet.Acquired units = ids.acquire(demand)
                .orElseThrow(() -> new IllegalStateException("no units for %s on %s".formatted(demand, node)));
        return new Taken(new NodeResources(node, total, leased.add(demand), load, units.rest(), open), units);
    }

    /** What {@link #acquire} makes. */
    public record Taken(NodeResources node, ResourceIdSet.Acquired units) {}
}
