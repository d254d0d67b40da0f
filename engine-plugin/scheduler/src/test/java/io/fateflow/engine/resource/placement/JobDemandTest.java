package io.fateflow.engine.resource.placement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

import io.fateflow.engine.resource.amount.ResourceIds;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.amount.ResourceSet;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

class JobDemandTest {

    private static final List<String> DEMANDS =
            List.of("1 GPU", "2 GPU", "3 GPU", "0.5 GPU", "0.7 GPU", "4 memory", "1 GPU, 8 memory", "0.3 GPU, 2 CPU");

    private static Demand demand(String amounts) {
        return new Demand(Nodes.set(amounts), PlacementPolicy.PACK);
    }

    private static List<String> bundles(Map<String, List<String>> upstream, Map<String, String> demands, int slots) {
        Map<String, Demand> wanted = new TreeMap<>();
        demands.forEach((name, amounts) -> wanted.put(name, demand(amounts)));
        return JobDemand.of(upstream, wanted, slots).stream()
                .map(bundle -> bundle.components() + " " + bundle.demand().amounts())
                .toList();
    }

    @Test
    void aChainWantsWhatItsLargestComponentDoes() {
        assertThat(bundles(
                        Map.of("a", List.of(), "b", List.of("a"), "c", List.of("b")),
                        Map.of("a", "1 GPU", "c", "2 GPU, 4 memory"),
                        3))
                .containsExactly("[a, c] 2 GPU, 4 memory");
    }

    @Test
    void componentsThatRunBesideEachOtherHaveEachTheirOwn() {
        assertThat(bundles(Map.of("a", List.of(), "b", List.of()), Map.of("a", "2 GPU", "b", "1 GPU"), 2))
                .containsExactlyInAnyOrder("[a] 2 GPU", "[b] 1 GPU");
    }

    @Test
    void oneAtATimeNeedsOne() {
        assertThat(bundles(Map.of("a", List.of(), "b", List.of()), Map.of("a", "2 GPU", "b", "1 memory"), 1))
                .containsExactly("[a, b] 2 GPU, 1 memory");
    }

    @Test
    void whatOneLargeComponentLeavesBehindDoesForSeveralSmallOnes() {
        assertThat(bundles(
                        Map.of("a", List.of(), "b", List.of("a"), "c", List.of("a"), "d", List.of("b", "c")),
                        Map.of("a", "4 GPU", "b", "1 GPU", "c", "1 GPU", "d", "4 GPU"),
                        4))
                .containsExactly("[a, b, c, d] 4 GPU");
    }

    @Test
    void sharesOfSeveralUnitsAreNotAddedUp() {
        assertThat(bundles(
                        Map.of("a", List.of(), "b", List.of("a"), "c", List.of("a"), "d", List.of("a")),
                        Map.of("a", "2 GPU", "b", "0.7 GPU", "c", "0.7 GPU", "d", "0.5 GPU"),
                        4))
                .hasSize(2);
    }

    @Test
    void nobodyWantsNothing() {
        assertThat(bundles(Map.of("a", List.of()), Map.of(), 2)).isEmpty();
    }

    /** A job that nobody has thought of. */
    private static final class Story {
        private final Random random;
        private final Map<String, List<String>> upstream = new TreeMap<>();
        private final Map<String, Demand> demands = new TreeMap<>();

        Story(long seed) {
            this.random = new Random(seed);
            int count = 1 + random.nextInt(7);
            for (int i = 0; i < count; i++) {
                List<String> before = new ArrayList<>();
                for (int other = 0; other < i; other++) {
                    if (random.nextInt(3) == 0) {
                        before.add("c" + other);
                    }
                }
                upstream.put("c" + i, before);
                if (random.nextInt(5) > 0) {
                    demands.put("c" + i, demand(DEMANDS.get(random.nextInt(DEMANDS.size()))));
                }
            }
        }

        private boolean after(String later, String earlier) {
            List<String> direct = requireNonNull(upstream.get(later));
            return direct.contains(earlier) || direct.stream().anyMatch(other -> after(other, earlier));
        }

        /** All sets of components that may run at once. */
        List<Set<String>> antichains() {
            List<String> names = List.copyOf(demands.keySet());
            List<Set<String>> found = new ArrayList<>();
            for (int mask = 0; mask < 1 << names.size(); mask++) {
                Set<String> some = new TreeSet<>();
                for (int i = 0; i < names.size(); i++) {
                    if ((mask >> i & 1) == 1) {
                        some.add(names.get(i));
                    }
                }
                if (some.stream().noneMatch(one -> some.stream().anyMatch(other -> after(one, other)))) {
                    found.add(some);
                }
            }
            return found;
        }

        private ResourceQuantity amount(String name, String label) {
            return requireNonNull(demands.get(name)).amounts().get(label);
        }
    }

    @RepeatedTest(300)
    void theHeaviestThatRunsAtOnceIsWhatTryingAllFinds(RepetitionInfo run) {
        Story story = new Story(run.getCurrentRepetition());
        Map<String, Long> weights = new TreeMap<>();
        story.demands.keySet().forEach(name -> weights.put(name, (long) story.random.nextInt(5)));
        Order order = new Order(story.upstream);

        long naive = story.antichains().stream()
                .mapToLong(some -> some.stream()
                        .mapToLong(name -> weights.getOrDefault(name, 0L))
                        .sum())
                .max()
                .orElse(0);
        int widest = story.antichains().stream().mapToInt(Set::size).max().orElse(0);

        assertThat(order.heaviest(weights)).isEqualTo(naive);
        List<List<String>> chains = order.chains(List.copyOf(story.demands.keySet()));
        assertThat(chains).hasSize(widest);
        assertThat(chains.stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(story.demands.keySet());
        chains.forEach(chain -> {
            for (int i = 1; i < chain.size(); i++) {
                assertThat(story.after(chain.get(i), chain.get(i - 1))).isTrue();
            }
        });
    }

    /** What of a bundle is in use, unit by unit. */
    private static final class Held {
        private final Bundle bundle;
        private ResourceIds gpus;
        private ResourceSet used = ResourceSet.EMPTY;

        Held(Bundle bundle) {
            this.bundle = bundle;
            ResourceQuantity amount = bundle.demand().amounts().get("GPU");
            TreeMap<Integer, ResourceQuantity> others = new TreeMap<>();
            if (amount.isFraction()) {
                others.put(0, ResourceQuantity.ONE.minus(amount));
            }
            this.gpus = new ResourceIds(amount.isFraction() ? 1 : (int) amount.wholeUnits(), List.of(), others);
        }

        boolean take(String name, Demand demand, Map<String, Runnable> ends) {
            ResourceSet with = used.add(demand.amounts());
            ResourceQuantity wanted = demand.amounts().get("GPU");
            if (!bundle.components().contains(name)
                    || !with.isSubset(bundle.demand().amounts())
                    || !(wanted.isZero() || gpus.contains(wanted))) {
                return false;
            }
            used = with;
            Map<Integer, ResourceQuantity> ids = wanted.isZero()
                    ? Map.of()
                    : gpus.acquire(wanted).orElseThrow().ids();
            gpus = wanted.isZero() ? gpus : gpus.acquire(wanted).orElseThrow().rest();
            ends.put(name, () -> {
                used = used.subtractStrict(demand.amounts());
                gpus = gpus.release(ids);
            });
            return true;
        }
    }

    /** Whatever is started in whatever order, nobody waits: that is what keeps parties from waiting for each other. */
    @RepeatedTest(500)
    void whoeverMayStartFindsWhatItWants(RepetitionInfo run) {
        Story story = new Story(1000 + run.getCurrentRepetition());
        int slots = 1 + story.random.nextInt(4);
        List<Bundle> bundles = JobDemand.of(story.upstream, story.demands, slots);
        List<Held> held = bundles.stream().map(Held::new).toList();
        Set<String> done = new HashSet<>();
        Map<String, Runnable> running = new TreeMap<>();
        while (done.size() < story.upstream.size()) {
            List<String> ready = story.upstream.entrySet().stream()
                    .filter(entry -> done.containsAll(entry.getValue()))
                    .map(Map.Entry::getKey)
                    .filter(name -> !done.contains(name) && !running.containsKey(name))
                    .toList();
            if (!ready.isEmpty() && running.size() < slots && story.random.nextBoolean()) {
                String name = ready.get(story.random.nextInt(ready.size()));
                Demand demand = story.demands.get(name);
                if (demand == null) {
                    running.put(name, () -> {});
                } else {
                    assertThat(held.stream().anyMatch(bundle -> bundle.take(name, demand, running)))
                            .as("%s of %s with %d slots: %s", name, story.upstream, slots, bundles)
                            .isTrue();
                }
            } else if (!running.isEmpty()) {
                String name = List.copyOf(running.keySet()).get(story.random.nextInt(running.size()));
                requireNonNull(running.remove(name)).run();
                done.add(name);
            }
        }
    }

    /** Not less than is used at once, and not more than if each had its own. */
    @RepeatedTest(300)
    void asksForNoMoreThanEachWouldAlone(RepetitionInfo run) {
        Story story = new Story(5000 + run.getCurrentRepetition());
        int slots = 1 + story.random.nextInt(4);
        ResourceSet sum = sum(JobDemand.of(story.upstream, story.demands, slots).stream()
                .map(Bundle::demand)
                .toList());

        assertThat(sum.isSubset(sum(story.demands.values()))).isTrue();
        for (String label : sum(story.demands.values()).labels()) {
            long atOnce = story.antichains().stream()
                    .filter(some -> some.size() <= slots)
                    .mapToLong(some -> some.stream()
                            .mapToLong(name -> story.amount(name, label).units())
                            .sum())
                    .max()
                    .orElse(0);
            assertThat(sum.get(label).units()).isGreaterThanOrEqualTo(atOnce);
        }
    }

    private static ResourceSet sum(Collection<Demand> demands) {
        return demands.stream().map(Demand::amounts).reduce(ResourceSet.EMPTY, ResourceSet::add);
    }
}
