package io.fateflow.engine.resource.placement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.amount.ResourceSet;

/**
 * What a job can use at once of the nodes of one party, as bundles: whatever runs, each of its components finds what it wants
 * in one that is its own, so none waits for another one at one party that waits for it at the next.
 *
 * <p>A chain of components, of which one runs at once, wants the most that one of them does. Chains share a bundle where the
 * most that all of them want at once is no more than what one of them wants. With fewer components at once than there are
 * chains, any of as many equal bundles does for any component, if that is less.
 */
final class JobDemand {

    /** Of more chains none are put together: that would be compared with all others. */
    private static final int MOST_COMPARED = 24;

    private final Order order;
    private final Map<String, Demand> demands;

    private JobDemand(Order order, Map<String, Demand> demands) {
        this.order = order;
        this.demands = demands;
    }

    /**
     * The bundles of one party.
     *
     * @param upstream what each component of the job takes data from
     * @param demands of the components that are still to run, in any order
     * @param slots how many components may run at once
     */
    static List<Bundle> of(Map<String, ? extends Collection<String>> upstream, Map<String, Demand> demands, int slots) {
        if (demands.isEmpty()) {
            return List.of();
        }
        return new JobDemand(new Order(upstream), demands).bundles(slots);
    }

    private List<Bundle> bundles(int slots) {
        List<List<String>> chains =
                order.chains(demands.keySet().stream().sorted().toList());
        List<Bundle> equal = equal(Math.max(1, Math.min(slots, chains.size())));
        if (equal.size() == 1 && slots == 1) {
            return equal;
        }
        List<Bundle> shared = share(chains.stream().map(this::ofChain).toList());
        return sum(equal).isSubset(sum(shared)) ? equal : shared;
    }

    private List<Bundle> equal(int count) {
        Bundle any = ofChain(demands.keySet());
        List<Bundle> bundles = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            bundles.add(any);
        }
        return bundles;
    }

    private static ResourceSet sum(List<Bundle> bundles) {
        return bundles.stream().map(bundle -> bundle.demand().amounts()).reduce(ResourceSet.EMPTY, ResourceSet::add);
    }

    private Bundle ofChain(Collection<String> components) {
        ResourceSet most = ResourceSet.EMPTY;
        for (String component : components) {
            most = most(most, demand(component));
        }
        return bundle(components, most);
    }

    private ResourceSet demand(String component) {
        Demand demand = demands.get(component);
        return demand == null ? ResourceSet.EMPTY : demand.amounts();
    }

    private Bundle bundle(Collection<String> components, ResourceSet amounts) {
        PlacementPolicy policy = demands.values().iterator().next().policy();
        return new Bundle(new TreeSet<>(components), new Demand(amounts, policy));
    }

    private static ResourceSet most(ResourceSet one, ResourceSet other) {
        SortedMap<String, ResourceQuantity> most = new TreeMap<>(one.amounts());
        other.amounts().forEach((label, amount) -> most.merge(label, amount, JobDemand::larger));
        return new ResourceSet(most);
    }

    private static ResourceQuantity larger(ResourceQuantity one, ResourceQuantity other) {
        return one.isLessThan(other) ? other : one;
    }

    /** Puts bundles together for as long as the larger of two is enough for both. */
    private List<Bundle> share(List<Bundle> chains) {
        if (chains.size() > MOST_COMPARED) {
            return chains;
        }
        List<Bundle> bundles = new ArrayList<>(chains);
        for (int i = 0; i < bundles.size(); i++) {
            for (int other = 0; other < bundles.size(); other++) {
                if (i != other && takesIn(bundles.get(i), bundles.get(other))) {
                    bundles.set(i, together(bundles.get(i), bundles.get(other)));
                    bundles.remove(other);
                    i = -1;
                    break;
                }
            }
        }
        return bundles;
    }

    private static Bundle together(Bundle large, Bundle small) {
        TreeSet<String> both = new TreeSet<>(large.components());
        both.addAll(small.components());
        return new Bundle(both, large.demand());
    }

    private boolean takesIn(Bundle large, Bundle small) {
        return small.demand().amounts().isSubset(large.demand().amounts())
                && atOnce(together(large, small).components())
                        .isSubset(large.demand().amounts());
    }

    /** Shares of units count as whole ones: shares of several units are never added up. */
    private ResourceSet atOnce(Set<String> components) {
        Set<String> labels = new TreeSet<>();
        components.forEach(component -> labels.addAll(demand(component).labels()));
        SortedMap<String, ResourceQuantity> most = new TreeMap<>();
        for (String label : labels) {
            Map<String, Long> weights = new LinkedHashMap<>();
            components.forEach(
                    component -> weights.put(component, whole(demand(component).get(label))));
            most.put(label, new ResourceQuantity(order.heaviest(weights)));
        }
        return new ResourceSet(most);
    }

    private static long whole(ResourceQuantity amount) {
        return amount.isFraction() ? ResourceQuantity.ONE.units() : amount.units();
    }
}
