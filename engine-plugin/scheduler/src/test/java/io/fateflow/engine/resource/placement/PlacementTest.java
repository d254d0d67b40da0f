package io.fateflow.engine.resource.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.fateflow.engine.resource.amount.NodeResources;
import io.fateflow.engine.resource.amount.ResourceIdSet;
import io.fateflow.engine.resource.amount.ResourceIds;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.amount.ResourceSet;

import static io.fateflow.engine.resource.placement.Nodes.closed;
import static io.fateflow.engine.resource.placement.Nodes.node;
import static io.fateflow.engine.resource.placement.Nodes.set;
import static io.fateflow.engine.resource.placement.Nodes.with;
import static org.assertj.core.api.Assertions.assertThat;

class PlacementTest {

    private final Placement placement = new Placement(new Random(1));

    private Decision decide(PlacementPolicy policy, String demand, NodeResources... nodes) {
        return placement.decide(List.of(nodes), set(demand), policy, Set.of(), Set.of());
    }

    private static String startsOn(Decision decision) {
        assertThat(decision).isInstanceOf(Decision.Start.class);
        return ((Decision.Start) decision).node().node();
    }

    private static String waitsFor(Decision decision) {
        assertThat(decision).isInstanceOf(Decision.Queue.class);
        return ((Decision.Queue) decision).node().node();
    }

    /** 1,000 tasks, 3 equal nodes: each gets a third, within four standard deviations. */
    @Test
    void randomGivesEveryOfSeveralEqualNodesItsShare() {
        Map<String, Integer> counts = new TreeMap<>();
        List<NodeResources> nodes =
                new ArrayList<>(List.of(node("a", "100000 CPU"), node("b", "100000 CPU"), node("c", "100000 CPU")));
        for (int task = 0; task < 1000; task++) {
            Decision decision = placement.decide(nodes, set("1 CPU"), PlacementPolicy.RANDOM, Set.of(), Set.of());
            String chosen = startsOn(decision);
            counts.merge(chosen, 1, Integer::sum);
            nodes.replaceAll(node -> node.node().equals(chosen) ? with(node, "1 CPU") : node);
        }

        double sigma = Math.sqrt(1000 * (1 / 3.0) * (2 / 3.0));
        assertThat(counts).hasSize(3).allSatisfy((name, count) -> assertThat((double) count)
                .isBetween(1000 / 3.0 - 4 * sigma, 1000 / 3.0 + 4 * sigma));
    }

    @Test
    void theSameSeedDecidesTheSame() {
        NodeResources[] nodes = {node("a", "9 CPU"), node("b", "9 CPU"), node("c", "9 CPU")};
        List<String> twice = new ArrayList<>();
        for (int time = 0; time < 2; time++) {
            Placement seeded = new Placement(new Random(7));
            StringBuilder story = new StringBuilder();
            for (int task = 0; task < 20; task++) {
                story.append(startsOn(
                        seeded.decide(List.of(nodes), set("1 CPU"), PlacementPolicy.RANDOM, Set.of(), Set.of())));
            }
            twice.add(story.toString());
        }
        assertThat(twice.get(0)).isEqualTo(twice.get(1)).contains("a", "b", "c");
    }

    @ParameterizedTest
    @EnumSource
    void whatFitsNowComesBeforeWhatWillFitLater(PlacementPolicy policy) {
        NodeResources busy = with(node("a", "4 CPU"), "4 CPU");

        assertThat(startsOn(decide(policy, "2 CPU", busy, node("b", "2 CPU")))).isEqualTo("b");
        assertThat(waitsFor(decide(policy, "3 CPU", busy, node("b", "2 CPU")))).isEqualTo("a");
        assertThat(decide(policy, "5 CPU", busy, node("b", "2 CPU"))).isEqualTo(new Decision.Infeasible());
    }

    @ParameterizedTest
    @EnumSource
    void aNodeThatOthersWaitForIsLeftToThemWhileAnotherWouldDo(PlacementPolicy policy) {
        NodeResources awaited = node("a", "4 CPU").loaded(set("4 CPU"));

        assertThat(startsOn(decide(policy, "1 CPU", awaited, node("b", "1 CPU"))))
                .isEqualTo("b");
        assertThat(startsOn(decide(policy, "2 CPU", awaited, node("b", "1 CPU"))))
                .isEqualTo("a");
    }

    @ParameterizedTest
    @EnumSource
    void aNodeThatIsKeptForSomebodyStartsNobodyElse(PlacementPolicy policy) {
        assertThat(placement.decide(List.of(node("a", "4 CPU")), set("1 CPU"), policy, Set.of("a"), Set.of()))
                .isInstanceOf(Decision.Queue.class);
    }

    @ParameterizedTest
    @EnumSource
    void aNodeThatTakesNoTasksIsNoNode(PlacementPolicy policy) {
        assertThat(decide(policy, "1 CPU", closed(node("a", "4 CPU")))).isEqualTo(new Decision.Infeasible());
    }

    @Test
    void packSplitsNoUnitThatNeedNotBe() {
        NodeResources split = with(node("a", "8 CPU, 4 GPU"), "0.5 GPU");
        NodeResources whole = node("b", "1 CPU, 1 GPU");

        assertThat(startsOn(decide(PlacementPolicy.PACK, "0.5 GPU", split, whole)))
                .isEqualTo("a");
    }

    @Test
    void packLeavesUnitsToWhoeverCanUseThem() {
        NodeResources withGpu = with(node("a", "8 CPU, 1 GPU"), "6 CPU");

        assertThat(startsOn(decide(PlacementPolicy.PACK, "1 CPU", withGpu, node("b", "8 CPU"))))
                .isEqualTo("b");
    }

    @Test
    void packFillsAndSpreadLevels() {
        NodeResources fuller = with(node("a", "8 CPU"), "4 CPU");
        NodeResources emptier = with(node("b", "8 CPU"), "1 CPU");

        assertThat(startsOn(decide(PlacementPolicy.PACK, "1 CPU", fuller, emptier)))
                .isEqualTo("a");
        assertThat(startsOn(decide(PlacementPolicy.SPREAD, "1 CPU", fuller, emptier)))
                .isEqualTo("b");
    }

    @Test
    void affinityGoesWhereTheInputLiesIfThatWouldDo() {
        NodeResources near = with(node("a", "8 CPU"), "7 CPU");
        List<NodeResources> nodes = List.of(near, node("b", "8 CPU"));

        assertThat(startsOn(placement.decide(nodes, set("1 CPU"), PlacementPolicy.AFFINITY, Set.of(), Set.of("a"))))
                .isEqualTo("a");
        assertThat(startsOn(placement.decide(nodes, set("2 CPU"), PlacementPolicy.AFFINITY, Set.of(), Set.of("a"))))
                .isEqualTo("b");
    }

    @Test
    void saysThatRestsOfSeveralUnitsAreNotOne() {
        NodeResources halves = new NodeResources(
                "n1",
                set("8 CPU, 2 GPU"),
                set("1 GPU"),
                ResourceSet.EMPTY,
                new ResourceIdSet(new TreeMap<>(Map.of("GPU", new ResourceIds(2, List.of(), half(0, 1))))),
                true);

        assertThat(decide(PlacementPolicy.PACK, "0.75 GPU", halves)).isInstanceOf(Decision.Queue.class);
        assertThat(Shortage.of(set("0.75 GPU"), List.of(halves)))
                .contains("n1 has 1 GPU, but no single GPU has 0.75 free: gpu 0 has 0.5, gpu 1 has 0.5");
        assertThat(decide(PlacementPolicy.PACK, "1 GPU", halves)).isInstanceOf(Decision.Queue.class);
        assertThat(Shortage.of(set("1 GPU"), List.of(halves)))
                .contains("not so many whole GPU are free: gpu 0 has 0.5, gpu 1 has 0.5");
    }

    private static SortedMap<Integer, ResourceQuantity> half(Integer... ids) {
        SortedMap<Integer, ResourceQuantity> halves = new TreeMap<>();
        List.of(ids).forEach(id -> halves.put(id, new ResourceQuantity(5000)));
        return halves;
    }

    @Test
    void saysWhichLabelIsMissingOrTooSmallAndWhatEachNodeHas() {
        List<NodeResources> nodes = List.of(node("a", "8 CPU, 2 GPU"), node("b", "4 CPU"), closed(node("c", "9 FPGA")));

        assertThat(Shortage.of(set("1 FPGA"), nodes))
                .isEqualTo("it needs 1 FPGA, and no node has the label FPGA; there are CPU, GPU");
        assertThat(Shortage.of(set("4 GPU"), nodes))
                .isEqualTo("it needs 4 GPU, and the most that a node has is 2: a has 2 GPU; b has nothing");
        assertThat(Shortage.of(set("10 CPU, 1 GPU"), nodes))
                .isEqualTo("it needs 10 CPU, and the most that a node has is 8: a has 8 CPU; b has 4 CPU");
        assertThat(Shortage.of(set("3 CPU"), List.of(with(nodes.get(0), "6 CPU"), with(nodes.get(1), "2 CPU"))))
                .isEqualTo("it needs 3 CPU, and no node has that free: a has 2 CPU; b has 2 CPU");
        assertThat(Shortage.of(set("3 CPU, 9 memory"), List.of(node("a", "8 CPU"), node("b", "9 memory"))))
                .isEqualTo("no node has 3 CPU, 9 memory together: a has 8 CPU; b has 9 memory");
        assertThat(Shortage.of(set("1 CPU"), List.of(closed(nodes.get(0)))))
                .isEqualTo("it needs 1 CPU, and no node takes tasks");
    }
}
