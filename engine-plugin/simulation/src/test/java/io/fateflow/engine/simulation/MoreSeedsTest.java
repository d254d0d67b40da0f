package io.fateflow.engine.simulation;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** The second half of {@link SimulationTest}'s usual seeds, in a process of its own. */
final class MoreSeedsTest {

    @Test
    void allSitesComeToTheSameRestWhateverHappens() {
        assumeThat(System.getProperty("simulation.seed"))
                .as("somebody asks for other seeds")
                .isNull();

        assertThat(SimulationTest.violations(1L + SimulationTest.USUAL_RUNS, SimulationTest.USUAL_RUNS))
                .isEmpty();
    }
}
