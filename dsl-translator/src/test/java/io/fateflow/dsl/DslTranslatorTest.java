package io.fateflow.dsl;

import java.util.List;

import org.junit.jupiter.api.Test;

import static io.fateflow.dsl.JobBuilder.aJob;
import static io.fateflow.dsl.JobBuilder.aSmallJob;
import static org.assertj.core.api.Assertions.assertThat;

class DslTranslatorTest {

    private static final String READER = "{'module': 'Reader', 'output': {'data': ['data']}}";

    private static JobBuilder aPipeline() {
        return aJob().component("reader_0", READER)
                .component("hetero_lr_0", """
                        {'module': 'HeteroLR', 'input': {'data': {'train_data': ['reader_0.data']}},
                         'output': {'data': ['data'], 'model': ['model']}}""")
                .component(
                        "evaluation_0",
                        "{'module': 'Evaluation', 'input': {'data': {'data': ['hetero_lr_0.data', 'reader_0.data']}}}")
                .conf("role", "{'host': ['10000', 10001], 'guest': [9999], 'arbiter': [10000]}");
    }

    @Test
    void listsPartiesInTheOrderOfTheConf() {
        assertThat(aPipeline().plan().parties())
                .containsExactly(
                        new Party("host", 10000),
                        new Party("host", 10001),
                        new Party("guest", 9999),
                        new Party("arbiter", 10000));
    }

    @Test
    void makesIntegersOfPartyIds() {
        JobPlan plan = aPipeline()
                .conf("initiator", "{'role': 'guest', 'party_id': '9999'}")
                .plan();

        assertThat(plan.runtimeConf().path("role"))
                .hasToString("{\"host\":[10000,10001],\"guest\":[9999],\"arbiter\":[10000]}");
        assertThat(plan.runtimeConf().path("initiator").path("party_id").isInt())
                .isTrue();
        assertThat(plan.initiator()).isEqualTo(new Party("guest", 9999));
    }

    @Test
    void runsAComponentWhereItsModuleHasARole() {
        List<ComponentPlan> components = aPipeline().plan().components();

        assertThat(components)
                .extracting(ComponentPlan::name)
                .containsExactly("reader_0", "hetero_lr_0", "evaluation_0");
        assertThat(components.get(0).runsOn()).extracting(Party::role).containsExactly("host", "host", "guest");
        assertThat(components.get(1).runsOn()).hasSize(4);
        assertThat(components.get(2).upstream()).containsExactly("hetero_lr_0", "reader_0");
    }

    @Test
    void keepsUnknownKeysAndNeedRun() {
        JobPlan plan = aSmallJob()
                .conf("notes", "{'x': 1}")
                .dsl("comment", "'c'")
                .conf("component_parameters", "{'common': {'toy': {'need_run': false}}}")
                .plan();

        assertThat(plan.runtimeConf().path("notes").path("x").asInt()).isEqualTo(1);
        assertThat(plan.dsl().path("comment").asText()).isEqualTo("c");
        assertThat(plan.components().get(0).parties().values())
                .allSatisfy(p -> assertThat(p).hasToString("{\"need_run\":false}"));
    }
}
