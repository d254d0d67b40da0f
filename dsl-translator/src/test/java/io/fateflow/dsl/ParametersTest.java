package io.fateflow.dsl;

import org.junit.jupiter.api.Test;

import static io.fateflow.dsl.JobBuilder.aJob;
import static io.fateflow.dsl.JobBuilder.aSmallJob;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

class ParametersTest {

    private static final Party GUEST = new Party("guest", 9999);
    private static final Party HOST_0 = new Party("host", 10000);
    private static final Party HOST_1 = new Party("host", 10001);

    private static JobBuilder aJobWithTwoHosts(String componentParameters) {
        return aSmallJob()
                .conf("role", "{'guest': [9999], 'host': [10000, 10001]}")
                .conf("component_parameters", componentParameters);
    }

    private static String parameters(JobBuilder job, Party party) {
        return requireNonNull(job.plan().components().get(0).parties().get(party))
                .toString()
                .replace('"', '\'');
    }

    @Test
    void mergesRoleEntriesInJsonOrder() {
        JobBuilder job = aJobWithTwoHosts("""
                {'common': {'toy': {'a': 1, 'b': 1, 'c': 1}},
                 'role': {'host': {'0': {'toy': {'b': 2, 'c': 2}}, 'all': {'toy': {'c': 3}}}}}""");

        assertThat(parameters(job, GUEST)).isEqualTo("{'a':1,'b':1,'c':1}");
        assertThat(parameters(job, HOST_0)).isEqualTo("{'a':1,'b':2,'c':3}");
        assertThat(parameters(job, HOST_1)).isEqualTo("{'a':1,'b':1,'c':3}");
    }

    @Test
    void givesJoinedIndexesToEachOfTheParties() {
        JobBuilder job = aJobWithTwoHosts("{'role': {'host': {'0|1': {'toy': {'a': 1}}, '1|7': {'toy': {'b': 2}}}}}");

        assertThat(parameters(job, HOST_0)).isEqualTo("{'a':1}");
        assertThat(parameters(job, HOST_1)).isEqualTo("{'a':1,'b':2}");
    }

    @Test
    void ignoresKeysThatMatchNoParty() {
        JobBuilder job = aJobWithTwoHosts("""
                {'role': {'host': {'toy': {'a': 1}, '2': {'toy': {'a': 1}}, '00': {'toy': {'a': 1}}, 'All': 3},
                          'arbiter': 'nobody has this role'}}""");

        assertThat(parameters(job, HOST_0)).isEqualTo("{}");
    }

    @Test
    void mergesObjectsKeyByKeyAndReplacesListsWhole() {
        JobBuilder job = aJobWithTwoHosts("""
                {'common': {'toy': {'init': {'seed': 1, 'deep': {'x': 1}}, 'list': [1, 2], 'value': {'x': 1}}},
                 'role': {'guest': {'0': {'toy': {'init': {'deep': {'y': 2}}, 'list': [3], 'value': null}}}}}""");

        assertThat(parameters(job, GUEST))
                .isEqualTo("{'init':{'seed':1,'deep':{'x':1,'y':2}},'list':[3],'value':null}");
        assertThat(parameters(job, HOST_0))
                .as("one party's values do not leak to another")
                .isEqualTo("{'init':{'seed':1,'deep':{'x':1}},'list':[1,2],'value':{'x':1}}");
    }

    @Test
    void mergesJobParametersPerParty() {
        JobPlan plan = aSmallJob().conf("job_parameters", """
                        {'common': {'task_cores': 4, 'spark_run': {'a': 1}},
                         'role': {'host': {'0': {'task_cores': 2, 'spark_run': {'b': 2}}}}}""").plan();

        assertThat(plan.jobParameters().get(GUEST)).hasToString("{\"task_cores\":4,\"spark_run\":{\"a\":1}}");
        assertThat(plan.jobParameters().get(HOST_0)).hasToString("{\"task_cores\":2,\"spark_run\":{\"a\":1,\"b\":2}}");
        assertThat(plan.runtimeConf().at("/job_parameters/common/spark_run"))
                .as("the conf itself stays as submitted")
                .hasToString("{\"a\":1}");
    }

    @Test
    void looksUpAChainedModelUnderTheFirstName() {
        JobBuilder job = aJob().component("a", transform(""))
                .component("b", transform("'model': ['a.model']"))
                .component("c", transform("'model': ['b.model']"))
                .conf("component_parameters", "{'common': {'a': {'of': 'a'}, 'b': {'of': 'b'}, 'c': {'of': 'c'}}}");

        assertThat(job.plan().components())
                .extracting(
                        c -> requireNonNull(c.parties().get(GUEST)).path("of").asText())
                .containsExactly("a", "a", "a");
        assertThat(ParameterSources.of(job.plan()).of("c")).isEqualTo("a");
    }

    @Test
    void keepsAWarmStartsOwnParameters() {
        JobBuilder job = aJob().component("a", transform(""))
                .component("b", transform("'model': ['a.model'], 'data': {'train_data': ['a.data']}"))
                .conf("component_parameters", "{'common': {'a': {'of': 'a'}, 'b': {'of': 'b'}}}");

        assertThat(ParameterSources.of(job.plan()).of("b")).isEqualTo("b");
    }

    @Test
    void keepsTheParametersOfAComponentAfterAnotherModule() {
        JobBuilder job = aJob().component("a", transform(""))
                .component("b", "{'module': 'OneHotEncoder', 'input': {'model': ['a.model']}}")
                .component("c", transform("'isometric_model': ['a.model']"));

        assertThat(ParameterSources.of(job.plan()).of("b")).isEqualTo("b");
        assertThat(ParameterSources.of(job.plan()).of("c")).isEqualTo("c");
    }

    @Test
    void followsACacheRatherThanAModel() {
        JobBuilder job = aJob().component("a", transform(""))
                .component("b", transform(""))
                .component("c", transform("'cache': ['a.cache'], 'model': ['b.model']"));

        assertThat(ParameterSources.of(job.plan()).of("c")).isEqualTo("a");
    }

    private static String transform(String input) {
        return "{'module': 'DataTransform', 'input': {" + input
                + "}, 'output': {'data': ['data'], 'model': ['model'], 'cache': ['cache']}}";
    }
}
