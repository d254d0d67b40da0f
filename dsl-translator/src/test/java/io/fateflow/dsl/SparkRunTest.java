package io.fateflow.dsl;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.dsl.module.ModuleCatalog;

import static org.assertj.core.api.Assertions.assertThat;

class SparkRunTest {

    private static final Party GUEST = new Party("guest", 9999);
    private static final Party HOST = new Party("host", 10000);
    private static final String DSL = """
            {"components": {
              "reader_0": {"module": "Reader", "output": {"data": ["data"]}},
              "statistics_0": {"module": "DataStatistics", "input": {"data": {"data": ["reader_0.data"]}},
                       "output": {"data": ["data"], "model": ["model"]}}}}""";

    private final DslTranslator translator = new DslTranslator(ModuleCatalog.standard());

    private Translation translate(String job, String common, String role) {
        return translator.translate(DSL, """
                {"dsl_version": 2, "initiator": {"role": "guest", "party_id": 9999},
                 "role": {"guest": [9999], "host": [10000]},
                 "job_parameters": {"common": %s},
                 "component_parameters": {"common": {"statistics_0": %s}, "role": %s}}""".formatted(job, common, role));
    }

    private JobPlan plan(String job, String common, String role) {
        Translation translation = translate(job, common, role);
        assertThat(translation).isInstanceOf(Translation.Accepted.class);
        return ((Translation.Accepted) translation).plan();
    }

    private List<String> problems(String job, String component) {
        Translation translation = translate(job, component, "{}");
        assertThat(translation).isInstanceOf(Translation.Rejected.class);
        return ((Translation.Rejected) translation)
                .problems().stream()
                        .map(problem -> problem.id() + " " + problem.pointer())
                        .toList();
    }

    @Test
    void theJobsOptionsAreThoseOfEachComponentThatWantsSpark() {
        JobPlan plan = plan(
                "{\"spark_run\": {\"num-executors\": 4, \"executor-cores\": \"2\", \"executor-memory\": \"2g\"}}",
                "{\"engine\": \"SPARK\", \"bias\": false}",
                "{\"host\": {\"0\": {\"statistics_0\": {\"spark_run\": {\"num-executors\": 3,"
                        + " \"conf\": {\"spark.task.maxFailures\": 8}}}}}}");

        assertThat(SparkRun.of(plan.dsl(), plan.runtimeConf(), "statistics_0", GUEST))
                .contains(new SparkRun(4, 2, 2048, 1024, Map.of()));
        assertThat(SparkRun.of(plan.dsl(), plan.runtimeConf(), "statistics_0", HOST))
                .contains(new SparkRun(3, 2, 2048, 1024, Map.of("spark.task.maxFailures", 8)));
        assertThat(SparkRun.of(plan.dsl(), plan.runtimeConf(), "reader_0", GUEST))
                .isEmpty();
    }

    @Test
    void theDriverIsAppliedForAtItsNodeAndAllExecutorsTogether() {
        ComponentPlan statistics = plan(
                        "{\"resources\": {\"GPU\": 1, \"spark/cores\": 0}}",
                        "{\"engine\": \"SPARK\", \"resources\": {\"spark/memory\": 1},"
                                + " \"spark_run\": {\"num-executors\": 3, \"executor-cores\": 2, \"driver-memory\": \"8g\"}}",
                        "{}")
                .components()
                .get(1);

        assertThat(statistics.resources().get(GUEST))
                .hasToString("{\"GPU\":1,\"spark/cores\":6,\"spark/memory\":3072,\"CPU\":1,\"memory\":9011}");
        assertThat(statistics.parties().get(GUEST)).hasToString("{}");
    }

    @Test
    void withoutSparkNothingIsAppliedForAndTheJobsOptionsAreNotLookedAt() {
        ComponentPlan statistics = plan("{\"spark_run\": {\"master\": \"yarn\", \"jars\": \"/etc/x.jar\"}}", "{}", "{}")
                .components()
                .get(1);

        assertThat(statistics.resources().get(GUEST)).hasToString("{}");
    }

    @Test
    void onePartyMayUseSparkAndTheOtherNot() {
        JobPlan plan = plan("{}", "{}", "{\"guest\": {\"0\": {\"statistics_0\": {\"engine\": \"SPARK\"}}}}");

        assertThat(SparkRun.of(plan.dsl(), plan.runtimeConf(), "statistics_0", GUEST))
                .contains(new SparkRun(2, 1, 1024, 1024, Map.of()));
        assertThat(SparkRun.of(plan.dsl(), plan.runtimeConf(), "statistics_0", HOST))
                .isEmpty();
    }

    @Test
    void whatIsNeitherAnOptionNorAValueIsRefusedWhereItStands() {
        assertThat(problems("{\"spark_run\": {\"jars\": \"/etc/x.jar\"}}", "{\"engine\": \"SPARK\"}"))
                .containsExactly("FFB-2057 /job_parameters/common/spark_run/jars");
        assertThat(problems("{}", "{\"engine\": \"SPARK\", \"spark_run\": {\"deploy-mode\": \"cluster\"}}"))
                .containsExactly("FFB-2058 /component_parameters/common/statistics_0/spark_run/deploy-mode");
        assertThat(
                        problems(
                                "{}",
                                "{\"engine\": \"SPARK\", \"spark_run\": {\"conf\": {\"spark.driver.extraJavaOptions\": \"-x\"}}}"))
                .containsExactly("FFB-2057 /component_parameters/common/statistics_0/spark_run/conf/spark"
                        + ".driver.extraJavaOptions");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"num-executors\": 0",
                "\"num-executors\": 10001",
                "\"num-executors\": 1.5",
                "\"num-executors\": \"2 --jars x\"",
                "\"executor-cores\": null",
                "\"executor-memory\": 4096",
                "\"executor-memory\": \"511m\"",
                "\"driver-memory\": \"1g --class X\"",
                "\"driver-memory\": \"196g\"",
                "\"conf\": []",
                "\"conf\": {\"spark.task.maxFailures\": true}"
            })
    void anOptionIsANumberInItsRange(String option) {
        assertThat(problems("{}", "{\"engine\": \"SPARK\", \"spark_run\": {" + option + "}}"))
                .singleElement()
                .asString()
                .startsWith("FFB-2058 ");
    }
}
