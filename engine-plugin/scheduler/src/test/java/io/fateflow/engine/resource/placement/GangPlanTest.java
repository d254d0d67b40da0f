package io.fateflow.engine.resource.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

import io.fateflow.engine.resource.amount.NodeResources;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

class GangPlanTest {

    private static final List<String> DEMANDS =
            List.of("1 GPU", "2 GPU", "3 GPU", "0.5 GPU", "0.3 GPU", "2 CPU", "1 GPU, 2 CPU");

    private static final List<PlacementPolicy> POLICIES = List.of(PlacementPolicy.values());

    private final Placement placement = new Placement(new Random(1));

    private static Demand demand(String amounts, PlacementPolicy policy) {
        return new Demand(Nodes.set(amounts), policy);
    }

    private GangPlan.Outcome plan(List<NodeResources> nodes, String... demands) {
        return GangPlan.of(
                nodes,
                List.of(demands).stream()
                        .map(amounts -> demand(amounts, PlacementPolicy.SPREAD))
                        .toList(),
                placement);
    }

    @Test
    void theLargestGoesFirstWhateverThePolicyLikes() {
        assertThat(plan(List.of(Nodes.node("n1", "2 GPU"), Nodes.node("n2", "1 GPU")), "1 GPU", "2 GPU")
                        .nodes())
                .containsExactly("n2", "n1");
    }

    @Test
    void triesAnotherNodeWhereTheBestOneLeavesTheRestNoRoom() {
        assertThat(plan(List.of(Nodes.node("n1", "4 GPU"), Nodes.node("n2", "3 GPU")), "3 GPU", "2 GPU", "2 GPU")
                        .nodes())
                .containsExactly("n2", "n1", "n1");
    }

    @Test
    void whatOthersWaitForIsNotTaken() {
        NodeResources awaited = Nodes.node("n1", "2 GPU").loaded(Nodes.set("1 GPU"));

        assertThat(plan(List.of(awaited), "1 GPU").fits()).isTrue();
        assertThat(plan(List.of(awaited), "1 GPU", "1 GPU").fits()).isFalse();
    }

    @Test
    void namesWhatFoundNoPlace() {
        GangPlan.Outcome outcome = plan(List.of(Nodes.node("n1", "1 GPU, 4 CPU")), "1 GPU", "1 GPU", "2 CPU");

        assertThat(requireNonNull(outcome.missing()).amounts()).isEqualTo(Nodes.set("1 GPU"));
        assertThat(outcome.nodes()).isEmpty();
    }

    @Test
    void aNodeThatTakesNoTasksGetsNothing() {
        assertThat(plan(List.of(Nodes.closed(Nodes.node("n1", "1 GPU"))), "1 GPU")
                        .fits())
                .isFalse();
    }

    /** Every assignment of demands to nodes, in the plan's order of taking. */
    private static boolean naive(Map<String, NodeResources> left, List<Demand> wanted, int index) {
        return index == wanted.size()
                || left.values().stream()
                        .filter(node -> node.fits(wanted.get(index).amounts()))
                        .anyMatch(node -> {
                            Map<String, NodeResources> after = new TreeMap<>(left);
                            after.put(
                                    node.node(),
                                    node.acquire(wanted.get(index).amounts()).node());
                            return naive(after, wanted, index + 1);
                        });
    }

    @RepeatedTest(500)
    void findsAPlanIfThereIsOneAndWhatItPlansFits(RepetitionInfo run) {
        Random random = new Random(run.getCurrentRepetition());
        List<NodeResources> nodes = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            NodeResources node =
                    Nodes.node("n" + i, (1 + random.nextInt(4)) + " GPU, " + (1 + random.nextInt(4)) + " CPU");
            nodes.add(random.nextInt(3) == 0 ? Nodes.with(node, "0.5 GPU") : node);
        }
        List<Demand> wanted = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(5); i++) {
            wanted.add(
                    demand(DEMANDS.get(random.nextInt(DEMANDS.size())), POLICIES.get(random.nextInt(POLICIES.size()))));
        }

        GangPlan.Outcome outcome = GangPlan.of(nodes, wanted, placement);

        Map<String, NodeResources> all = new TreeMap<>();
        nodes.forEach(node -> all.put(node.node(), node));
        // sizes are compared by the largest node: any order of the same demands has the same answer where units are
        // whole
        boolean whole =
                wanted.stream().noneMatch(demand -> demand.amounts().get("GPU").isFraction());
        if (outcome.fits()) {
            for (int index : outcome.order()) {
                String node = outcome.nodes().get(index);
                all.computeIfPresent(
                        node, (name, before) -> before.acquire(wanted.get(index).amounts())
                                .node());
            }
            assertThat(outcome.rest()).containsExactlyInAnyOrderElementsOf(all.values());
        } else if (whole) {
            assertThat(naive(all, wanted, 0)).isFalse();
        }
    }
}
