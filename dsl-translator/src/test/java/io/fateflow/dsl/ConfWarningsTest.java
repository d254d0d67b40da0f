package io.fateflow.dsl;

import java.util.List;

import org.junit.jupiter.api.Test;

import static io.fateflow.dsl.JobBuilder.aJob;
import static io.fateflow.dsl.JobBuilder.aSmallJob;
import static org.assertj.core.api.Assertions.assertThat;

class ConfWarningsTest {

    private static final String PREDICT = "{'common': {'job_type': 'predict', 'model_id': 'm', 'model_version': '1'}}";

    @Test
    void namesAComponentThatTheDslDoesNotHaveOnceAndTheNearestOneThatItHas() {
        JobPlan plan = aSmallJob().conf("component_parameters", """
                        {'common': {'toys': {'data_num': 1}, 'toy': {'data_num': 1}},
                         'role': {'host': {'0': {'toys': {'data_num': 2}, 'quite_another': {}}}}}""").plan();

        List<Problem> warnings = ConfWarnings.of(plan.dsl(), plan.runtimeConf());

        assertThat(warnings)
                .extracting(Problem::pointer)
                .containsExactly(
                        "/component_parameters/common/toys", "/component_parameters/role/host/0/quite_another");
        assertThat(warnings.get(0))
                .hasToString(
                        "FFB-1226 conf#/component_parameters/common/toys: Parameters are given for 'toys', which is"
                                + " not in the DSL: they have no effect. Remove them or correct the name: 'toy'?");
        assertThat(warnings.get(1).hint()).isEqualTo("Remove them or correct the name");
    }

    @Test
    void aPredictJobMayHaveParametersOfComponentsThatWereNotDeployed() {
        JobPlan plan = aJob().component("reader_0", "{'module': 'Reader', 'output': {'data': ['data']}}")
                .conf("job_parameters", PREDICT)
                .conf("component_parameters", "{'common': {'evaluation_0': {}}}")
                .plan();

        assertThat(ConfWarnings.of(plan.dsl(), plan.runtimeConf())).isEmpty();
    }

    @Test
    void predictingNeedsNoArbiter() {
        assertThat(aJob().component("lr_0", "{'module': 'HeteroLR', 'input': {'model': ['pipeline.lr_0.model']}}")
                        .conf("job_parameters", PREDICT)
                        .complaints())
                .isEmpty();
    }
}
