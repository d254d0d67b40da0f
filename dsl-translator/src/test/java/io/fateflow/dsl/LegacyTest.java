package io.fateflow.dsl;

import org.junit.jupiter.api.Test;

import static io.fateflow.dsl.JobBuilder.aJob;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

class LegacyTest {

    private static JobBuilder aVersion1Job() {
        return aJob().withoutConf("dsl_version")
                .conf("role", "{'guest': [9999], 'host': [10000, 10001], 'arbiter': [10002]}")
                .component("dataio_0", """
                        {'module': 'DataIO', 'need_deploy': true, 'input': {'data': {'data': ['args.train']}},
                         'output': {'data': ['out']}}""")
                .component("lr_0", """
                        {'module': 'HeteroLR',
                         'input': {'data': {'train_data': ['dataio_0.out'], 'eval_data': ['args.eval']}}}""")
                .conf("job_parameters", "{'work_mode': 0, 'job_type': 'train'}")
                .conf("algorithm_parameters", "{'lr_0': {'max_iter': 10}}")
                .conf("role_parameters", """
                        {'guest': {'args': {'data': {'train': [{'name': 'g'}]}},
                                   'lr_0': {'init': {'seed': [1]}, 'list': [[1, 2]]}},
                         'host': {'args': {'data': {'train': [{'name': 'h0'}, {'name': 'h1'}]}},
                                  'dataio_0': {'with_label': [false, true]}}}""");
    }

    @Test
    void makesAReaderOfEachTable() {
        JobPlan plan = aVersion1Job().plan();

        assertThat(plan.components())
                .extracting(ComponentPlan::name)
                .containsExactly("reader_0", "reader_1", "dataio_0", "lr_0");
        assertThat(plan.components().get(0).parties())
                .extractingByKey(new Party("host", 10001))
                .hasToString("{\"table\":{\"name\":\"h1\"}}");
        assertThat(plan.dsl().at("/components/dataio_0/input/data/data/0").asText())
                .isEqualTo("reader_0.train");
    }

    @Test
    void splitsRoleParametersByParty() {
        JobPlan plan = aVersion1Job().plan();

        assertThat(plan.components().get(2).parties().get(new Party("host", 10001)))
                .hasToString("{\"with_label\":true}");
        assertThat(plan.components().get(3).parties().get(new Party("guest", 9999)))
                .hasToString("{\"max_iter\":10,\"init\":{\"seed\":1},\"list\":[1,2]}");
    }

    @Test
    void returnsTheConfAsVersion2() {
        JobPlan plan = aVersion1Job().plan();

        assertThat(plan.runtimeConf().path("dsl_version").asInt()).isEqualTo(2);
        assertThat(plan.runtimeConf().at("/job_parameters/common/work_mode").isInt())
                .isTrue();
        assertThat(plan.runtimeConf().has("algorithm_parameters")).isFalse();
        assertThat(requireNonNull(plan.jobParameters().get(plan.initiator()))
                        .path("job_type")
                        .asText())
                .isEqualTo("train");
    }

    @Test
    void findsAFreeNameForAReader() {
        JobPlan plan =
                aVersion1Job().component("reader_0", "{'module': 'Union'}").plan();

        assertThat(plan.components())
                .extracting(ComponentPlan::name)
                .containsExactly("reader_1", "reader_2", "dataio_0", "lr_0", "reader_0");
    }

    @Test
    void pointsIntoTheSubmittedConf() {
        assertThat(aVersion1Job()
                        .conf("role_parameters", "{'host': {'lr_0': {'x': 1, 'y': {'z': [1]}}, 'dataio_0': 5}}")
                        .conf("algorithm_parameters", "{'lr_0': []}")
                        .conf("job_parameters", "{'job_type': 'learn'}")
                        .complaints())
                .containsExactlyInAnyOrder(
                        "FFB-1230 conf#/role_parameters/host/lr_0/x",
                        "FFB-1231 conf#/role_parameters/host/lr_0/y/z",
                        "FFB-1220 conf#/role_parameters/host/dataio_0",
                        "FFB-1220 conf#/algorithm_parameters/lr_0",
                        "FFB-1221 conf#/job_parameters/job_type");
    }
}
