package io.fateflow.engine.simulation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Federated jobs under every fault there is, again and again. {@code -Dsimulation.seed} says where to begin,
 * {@code -Dsimulation.runs} how often; a violation names its seed. The second half of the usual seeds is
 * {@link MoreSeedsTest}'s, which runs beside it.
 */
final class SimulationTest {

    static final int USUAL_RUNS = 1_000;

    private static final long FIRST_SEED = Long.getLong("simulation.seed", 1);
    private static final int RUNS = Integer.getInteger("simulation.runs", USUAL_RUNS);
    private static final int KEPT = 5;
    private static final int TOLD_TWICE = Integer.getInteger("simulation.twice", 5);

    @Test
    void allSitesComeToTheSameRestWhateverHappens() {
        assertThat(violations(FIRST_SEED, RUNS)).isEmpty();
    }

    static List<String> violations(long firstSeed, int runs) {
        List<String> violations = new ArrayList<>();
        Map<Fault, Integer> faults = new EnumMap<>(Fault.class);
        long steps = 0;
        long start = System.nanoTime();
        SimulatedSites sites = new SimulatedSites();
        for (int i = 0; i < runs && violations.size() < KEPT; i++) {
            Simulation simulation = new Simulation(firstSeed + i, sites);
            try {
                simulation.run();
            } catch (Violation e) {
                violations.add(e.getMessage());
                sites.close();
                sites = new SimulatedSites();
            }
            steps += simulation.steps();
            simulation.storm().counts().forEach((fault, count) -> faults.merge(fault, count, Integer::sum));
        }
        sites.close();
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(
                "simulation: %d runs from seed %d, %.1f runs/s, %d steps, faults %s, %d violations%n",
                runs, firstSeed, runs / seconds, steps, faults, violations.size());
        return violations;
    }

    @Test
    void aSeedIsOneStory() {
        try (SimulatedSites sites = new SimulatedSites()) {
            List<List<String>> stories = stories(sites);

            assertThat(stories(sites)).isEqualTo(stories);
        }
    }

    private static List<List<String>> stories(SimulatedSites sites) {
        return LongStream.range(FIRST_SEED, FIRST_SEED + TOLD_TWICE)
                .mapToObj(seed -> story(seed, sites))
                .toList();
    }

    private static List<String> story(long seed, SimulatedSites sites) {
        Simulation simulation = new Simulation(seed, sites);
        simulation.run();
        return simulation.trace().lines();
    }
}
