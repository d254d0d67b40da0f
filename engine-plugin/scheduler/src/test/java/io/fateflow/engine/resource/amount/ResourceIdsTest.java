package io.fateflow.engine.resource.amount;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ResourceIdsTest {

    private static ResourceQuantity q(String amount) {
        return ResourceQuantity.of(new BigDecimal(amount));
    }

    private static ResourceIds taken(ResourceIds ids, String amount) {
        return ids.acquire(q(amount)).orElseThrow().rest();
    }

    private static Map<Integer, BigDecimal> decimals(Map<Integer, ResourceQuantity> ids) {
        return ids.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue()
                .decimal()));
    }

    @Property(tries = 2000)
    void behavesAsUnitsThatAreKeptByHand(@ForAll @IntRange(max = 5) int capacity, @ForAll long seed) {
        Random random = new Random(seed);
        ResourceIds ids = ResourceIds.of(capacity);
        UnitsByHand byHand = new UnitsByHand(capacity);
        List<SortedMap<Integer, ResourceQuantity>> out = new ArrayList<>();
        for (int step = 0; step < 60; step++) {
            int what = random.nextInt(10);
            if (what < 5) {
                ResourceQuantity amount = random.nextBoolean()
                        ? ResourceQuantity.of(1L + random.nextInt(3))
                        : new ResourceQuantity((1L + random.nextInt(9)) * 1000);
                Optional<ResourceIds.Acquired> acquired = ids.acquire(amount);
                assertThat(acquired.isPresent()).isEqualTo(byHand.contains(amount.decimal()));
                if (acquired.isPresent()) {
                    byHand.take(decimals(acquired.get().ids()));
                    out.add(acquired.get().ids());
                    ids = acquired.get().rest();
                }
            } else if (what < 8 && !out.isEmpty()) {
                SortedMap<Integer, ResourceQuantity> back = out.remove(random.nextInt(out.size()));
                byHand.release(decimals(back));
                ids = ids.release(back);
            } else if (what >= 8) {
                int after = random.nextInt(6);
                byHand.capacity(ids.capacity(), after);
                ids = ids.updateCapacity(after);
            }
            assertThat(ids.wholeIds()).isEqualTo(byHand.whole());
            assertThat(ids.backlog()).isEqualTo(byHand.backlog());
        }
        for (SortedMap<Integer, ResourceQuantity> back : out) {
            ids = ids.release(back);
        }
        assertThat(ids).isEqualTo(ResourceIds.of(ids.capacity()));
    }

    @Property
    void sharesOfOneUnitAreExactlyOneInWhateverOrderTheyComeBack(@ForAll long seed) {
        ResourceIds ids = ResourceIds.of(1);
        List<SortedMap<Integer, ResourceQuantity>> out = new ArrayList<>();
        for (String share : List.of("0.1", "0.2", "0.7")) {
            ResourceIds.Acquired acquired = ids.acquire(q(share)).orElseThrow();
            out.add(acquired.ids());
            ids = acquired.rest();
        }
        assertThat(ids.contains(q("0.0001"))).isFalse();

        Collections.shuffle(out, new Random(seed));
        for (SortedMap<Integer, ResourceQuantity> back : out) {
            assertThat(ids.contains(ResourceQuantity.ONE)).isFalse();
            ids = ids.release(back);
        }

        assertThat(ids.wholeIds()).containsExactly(0);
        assertThat(ids.contains(ResourceQuantity.ONE)).isTrue();
    }

    @Test
    void restsOfTwoUnitsAreNotAddedUp() {
        SortedMap<Integer, ResourceQuantity> halves = new TreeMap<>(Map.of(0, q("0.5"), 1, q("0.5")));
        ResourceIds ids = new ResourceIds(2, List.of(), halves);

        assertThat(ids.available()).isEqualTo(ResourceQuantity.ONE);
        assertThat(ids.contains(q("0.75"))).isFalse();
        assertThat(ids.contains(ResourceQuantity.ONE)).isFalse();
        assertThat(ids.contains(q("0.5"))).isTrue();
    }

    @Test
    void aShareGoesToTheUnitThatIsSharedAlready() {
        ResourceIds ids = taken(ResourceIds.of(3), "0.5");

        assertThat(ids.acquire(q("0.5")).orElseThrow().ids()).containsOnlyKeys(2);
        assertThat(ids.acquire(q("0.6")).orElseThrow().ids()).containsOnlyKeys(1);
    }

    @Test
    void unitsThatAreInUseAreGivenToNobodyElseHoweverTheNumberChanges() {
        ResourceIds two =
                new ResourceIds(2, List.of(), new TreeMap<>(Map.of(2, ResourceQuantity.ONE, 3, ResourceQuantity.ONE)));

        assertThat(two.wholeIds()).isEmpty();
        assertThat(two.updateCapacity(4).wholeIds()).containsExactly(0, 1);
        assertThat(two.updateCapacity(4).updateCapacity(2).wholeIds()).isEmpty();
        assertThat(two.updateCapacity(4).updateCapacity(2).updateCapacity(4).acquire(ResourceQuantity.of(2)))
                .hasValueSatisfying(acquired -> assertThat(acquired.ids()).containsOnlyKeys(0, 1));
    }

    @Test
    void nothingIsFreeOfALabelThatHasShrunkBelowWhatIsInUseEvenIfItIsInUseInShares() {
        SortedMap<Integer, ResourceQuantity> halves = new TreeMap<>(Map.of(0, q("0.5"), 1, q("0.5")));
        ResourceIds one = new ResourceIds(2, List.of(), halves).updateCapacity(1);

        assertThat(one.backlog()).isEqualTo(1);
        assertThat(one.contains(q("0.5"))).isFalse();
        assertThat(one.release(Map.of(0, q("0.5"))).acquire(q("0.5")))
                .hasValueSatisfying(acquired -> assertThat(acquired.ids()).containsOnlyKeys(1));
    }

    @Test
    void unitsThatTheNodeHasNamedComeFirst() {
        ResourceIds named = new ResourceIds(3, List.of(4, 7), new TreeMap<>());

        assertThat(named.wholeIds()).containsExactly(0, 4, 7);
        assertThat(named.updateCapacity(2).wholeIds()).containsExactly(4, 7);
    }

    @Test
    void moreThanWasTakenIsNotGivenBack() {
        assertThatThrownBy(() -> taken(ResourceIds.of(1), "0.5").release(Map.of(0, ResourceQuantity.ONE)))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aDemandIsTakenOfAllLabelsOrOfNone() {
        ResourceIdSet ids = ResourceIdSet.EMPTY.addOrUpdate("GPU", 2).addOrUpdate("FPGA", 1);
        ResourceSet both = ResourceSet.of("GPU", ResourceQuantity.of(2)).addOrUpdate("FPGA", ResourceQuantity.of(2));

        assertThat(ids.acquire(both)).isEmpty();
        assertThat(ids.acquire(both.addOrUpdate("FPGA", ResourceQuantity.ONE))).hasValueSatisfying(acquired -> {
            assertThat(acquired.rest().of("GPU").wholeIds()).isEmpty();
            assertThat(acquired.rest().of("FPGA").wholeIds()).isEmpty();
            assertThat(acquired.rest().unused()).isEqualTo(ids);
            assertThat(acquired.rest().release(acquired.ids())).isEqualTo(ids);
        });
    }

    @Test
    void aUnitIsInUseByMoreThanNothingAndByNoMoreThanItIs() {
        for (String amount : List.of("0", "1.5")) {
            TreeMap<Integer, ResourceQuantity> used = new TreeMap<>(Map.of(0, q(amount)));
            assertThatThrownBy(() -> new ResourceIds(2, List.of(), used)).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void unitsOfTwoLabelsStandBesideOneAnotherAndOfOneLabelTheOthersCount() {
        ResourceIdSet one = ResourceIdSet.EMPTY.addOrUpdate("GPU", 2).addOrUpdate("FPGA", 1);

        ResourceIdSet both = one.plus(ResourceIdSet.EMPTY.addOrUpdate("GPU", 3).addOrUpdate("TPU", 1));

        assertThat(both.of("GPU").capacity()).isEqualTo(3);
        assertThat(both.of("FPGA").capacity()).isEqualTo(1);
        assertThat(both.of("TPU").capacity()).isEqualTo(1);
    }

    @Test
    void whatWasTakenOfALabelThatIsDeletedDoesNotComeBack() {
        ResourceIdSet.Acquired acquired = ResourceIdSet.EMPTY
                .addOrUpdate("GPU", 2)
                .acquire(ResourceSet.of("GPU", ResourceQuantity.ONE))
                .orElseThrow();

        assertThat(acquired.rest().delete("GPU").releaseConstrained(acquired.ids()))
                .isEqualTo(ResourceIdSet.EMPTY);
    }
}
