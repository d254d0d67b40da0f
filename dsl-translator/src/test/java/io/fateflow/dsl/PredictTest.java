package io.fateflow.dsl;

import org.junit.jupiter.api.Test;

import static io.fateflow.dsl.JobBuilder.aJob;
import static org.assertj.core.api.Assertions.assertThat;

class PredictTest {

    private static JobBuilder anInferenceJob(String jobType) {
        return aJob().component("reader_0", "{'module': 'Reader', 'output': {'data': ['data']}}")
                .component("lr_0", """
                        {'module': 'HeteroLR', 'output': {'data': ['data']},
                         'input': {'data': {'test_data': ['reader_0.data']}, 'model': ['pipeline.lr_0.model']}}""")
                .conf("role", "{'guest': [9999], 'host': [10000], 'arbiter': [10001]}")
                .conf(
                        "job_parameters",
                        "{'common': {'job_type': '%s', 'model_id': 'm', 'model_version': '1'}}".formatted(jobType));
    }

    @Test
    void takesModelsOfTheTrainedJob() {
        JobPlan plan = anInferenceJob("predict").plan();

        assertThat(plan.jobType()).isEqualTo("predict");
        assertThat(plan.components().get(1).upstream()).containsExactly("reader_0");
    }

    @Test
    void refusesModelsOfATrainedJobInTraining() {
        assertThat(anInferenceJob("train").complaints()).containsExactly("FFB-1130 dsl#/components/lr_0/input/model/0");
    }

    @Test
    void doesNotCheckModelReferences() {
        JobBuilder job = anInferenceJob("predict")
                .component("x", "{'module': 'Union', 'input': {'isometric_model': ['gone.model', 'x.model']}}");

        assertThat(job.plan().components().get(2).upstream()).isEmpty();
    }

    @Test
    void checksCachesAsInTraining() {
        assertThat(anInferenceJob("predict")
                        .component("x", "{'module': 'Intersection', 'input': {'cache': ['gone.cache']}}")
                        .complaints())
                .containsExactly("FFB-1125 dsl#/components/x/input/cache/0");
    }
}
