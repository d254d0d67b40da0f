package io.fateflow.engine.resource.amount;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ResourceSetTest {

    /** Amounts of three labels, few enough that sets often have some in common. */
    @Provide
    Arbitrary<Map<String, Integer>> amounts() {
        return Arbitraries.maps(
                Arbitraries.of("CPU", "GPU", "memory"), Arbitraries.integers().between(0, 4));
    }

    private static ResourceSet set(Map<String, Integer> amounts) {
        SortedMap<String, ResourceQuantity> quantities = new TreeMap<>();
        amounts.forEach((label, amount) -> quantities.put(label, ResourceQuantity.of(amount)));
        return ResourceSet.of(quantities);
    }

    private static int of(Map<String, Integer> amounts, String label) {
        return amounts.getOrDefault(label, 0);
    }

    private static int of(ResourceSet set, String label) {
        return (int) set.get(label).wholeUnits();
    }

    @Property
    void doesWithEachLabelWhatNumbersDo(
            @ForAll("amounts") Map<String, Integer> one,
            @ForAll("amounts") Map<String, Integer> two,
            @ForAll("amounts") Map<String, Integer> total) {
        ResourceSet a = set(one);
        ResourceSet b = set(two);
        boolean subset = true;
        for (String label : java.util.List.of("CPU", "GPU", "memory")) {
            int x = of(one, label);
            int y = of(two, label);
            subset &= x <= y;
            assertThat(of(a.add(b), label)).isEqualTo(x + y);
            assertThat(of(a.subtract(b), label)).isEqualTo(Math.max(0, x - y));
            assertThat(of(a.addCapacityConstrained(b, set(total)), label)).isEqualTo(Math.min(x + y, of(total, label)));
        }
        assertThat(a.isSubset(b)).isEqualTo(subset);
        assertThat(a.isSubset(b) && b.isSubset(a)).isEqualTo(a.equals(b));
        assertThat(a.add(b).subtractStrict(b)).isEqualTo(a);
    }

    @Property
    void hasNoLabelOfWhichThereIsNothing(@ForAll("amounts") Map<String, Integer> amounts) {
        assertThat(set(amounts).amounts())
                .allSatisfy((label, amount) -> assertThat(amount.isZero()).isFalse());
    }

    @Test
    void anAmountOfZeroRemovesALabel() {
        assertThat(set(Map.of("GPU", 2)).addOrUpdate("GPU", ResourceQuantity.ZERO))
                .isEqualTo(ResourceSet.EMPTY);
    }

    @Test
    void nothingIsTakenThatIsNotThere() {
        assertThatThrownBy(() -> set(Map.of("GPU", 1)).subtractStrict(set(Map.of("GPU", 2))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("2 GPU can't be taken from 1 GPU");
        assertThatThrownBy(() -> ResourceSet.EMPTY.subtractStrict(set(Map.of("GPU", 1))))
                .isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GPU", "license/gurobi", "a.b:c-d_e", "7"})
    void aLabelIsAWord(String text) {
        assertThat(ResourceSet.isLabel(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "/a", "Ä", "a\n"})
    void anythingElseIsNoLabel(String text) {
        assertThat(ResourceSet.isLabel(text)).isFalse();
    }

    @Test
    void aLabelHasAHundredCharactersAtMost() {
        assertThat(ResourceSet.isLabel("a".repeat(100))).isTrue();
        assertThat(ResourceSet.isLabel("a".repeat(101))).isFalse();
    }

    @Test
    void aSetOfNothingIsEmpty() {
        assertThat(ResourceSet.EMPTY.isEmpty()).isTrue();
        assertThat(ResourceSet.of("GPU", ResourceQuantity.ZERO).isEmpty()).isTrue();
        assertThat(ResourceSet.of("GPU", ResourceQuantity.ONE).isEmpty()).isFalse();
    }
}
