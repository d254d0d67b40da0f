package io.fateflow.engine.resource;

import org.junit.jupiter.api.Test;

import io.fateflow.database.Json;

import static org.assertj.core.api.Assertions.assertThat;

/** FATE's formulas, case by case. */
final class AdaptationTest {

    private static final EngineConfig STANDALONE = engine("STANDALONE", 1, 20);
    private static final EngineConfig EGGROLL = engine("EGGROLL", 4, 16);
    private static final EngineConfig SPARK = engine("SPARK", 2, 20);

    private static EngineConfig engine(String name, int nodes, int coresPerNode) {
        return new EngineConfig(name, "fate_on_" + name, nodes, coresPerNode, 0, 1, 1);
    }

    private static long taskCores(EngineConfig engine, String role, String parameters) {
        return Adaptation.forParty(engine, Json.read(parameters), role)
                .taskResources(engine, role)
                .cores()
                .longValueExact();
    }

    @Test
    void fourCoresWhenNothingIsAsked() {
        Adaptation adaptation = Adaptation.baseline(STANDALONE, Json.read("{}"));

        assertThat(adaptation).isEqualTo(new Adaptation(1, 4, 4));
        assertThat(adaptation.partitions()).isEqualTo(4);
        assertThat(taskCores(STANDALONE, "guest", "{}")).isEqualTo(4);
    }

    @Test
    void anArbiterTakesNothingOnStandaloneAndAsksForOneCorePerNode() {
        String asked = "{\"task_cores\": 2}";

        assertThat(taskCores(STANDALONE, "guest", asked)).isEqualTo(2);
        assertThat(taskCores(STANDALONE, "host", asked)).isEqualTo(2);
        assertThat(taskCores(STANDALONE, "arbiter", asked)).isZero();
        assertThat(Adaptation.forParty(STANDALONE, Json.read(asked), "arbiter").coresPerNode())
                .isEqualTo(1);
    }

    @Test
    void coresAreSpreadOverNodesAndRoundedDown() {
        assertThat(taskCores(EGGROLL, "guest", "{\"task_cores\": 10}")).isEqualTo(8);
        assertThat(Adaptation.baseline(EGGROLL, Json.read("{\"task_cores\": 10}"))
                        .partitions())
                .isEqualTo(8);
    }

    @Test
    void everyNodeGetsOneCoreAtLeast() {
        assertThat(taskCores(EGGROLL, "guest", "{\"task_cores\": 3}")).isEqualTo(4);
    }

    @Test
    void eggrollsOwnSettingWins() {
        assertThat(taskCores(
                        engine("EGGROLL", 1, 16),
                        "guest",
                        "{\"task_cores\": 2, \"eggroll_run\": {\"eggroll.session.processors.per.node\": 20}}"))
                .isEqualTo(20);
    }

    @Test
    void sparksExecutorsWinForTheArbiterToo() {
        String asked = "{\"spark_run\": {\"num-executors\": 2, \"executor-cores\": 4}}";

        assertThat(taskCores(SPARK, "guest", asked)).isEqualTo(8);
        assertThat(taskCores(SPARK, "arbiter", asked)).isEqualTo(8);
    }

    @Test
    void sparkWithoutSettingsSpreadsTheRequest() {
        assertThat(taskCores(SPARK, "guest", "{\"task_cores\": 4}")).isEqualTo(4);
        assertThat(taskCores(SPARK, "arbiter", "{\"task_cores\": 4}")).isEqualTo(2);
    }

    @Test
    void linkisTakesNothing() {
        assertThat(taskCores(engine("LINKIS_SPARK", 2, 20), "guest", "{}")).isZero();
    }

    @Test
    void overweightRaisesTheTotal() {
        EngineConfig overbooked = new EngineConfig("EGGROLL", "fate_on_eggroll", 1, 16, 0, 1.5, 1);

        assertThat(overbooked.totals()).isEqualTo(Resources.of(24, 0));
    }

    @Test
    void numbersAsTextCount() {
        assertThat(taskCores(STANDALONE, "guest", "{\"task_cores\": \"2\"}")).isEqualTo(2);
    }

    @Test
    void aPartyWritesItsValuesBackWhereTheEngineReadsThem() {
        var flat = Json.object().put("task_cores", 2);
        Adaptation adaptation = Adaptation.forParty(STANDALONE, flat, "guest");

        adaptation.writeTo(flat, false);
        adaptation.writeEngineRun(STANDALONE, flat);

        assertThat(flat.toString())
                .contains("\"request_task_cores\":2", "\"if_initiator_baseline\":false")
                .contains("\"eggroll.session.processors.per.node\":2");
    }
}
