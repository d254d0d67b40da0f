package io.fateflow.dsl;

import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.fateflow.dsl.module.ModuleCatalog;

import static org.assertj.core.api.Assertions.assertThat;

class ResourceDemandsTest {

    private static final String DSL = """
            {"components": {
              "reader_0": {"module": "Reader", "output": {"data": ["data"]}},
              "lr_0": {"module": "HomoLR", "input": {"data": {"train_data": ["reader_0.data"]}},
                       "output": {"data": ["data"], "model": ["model"]}}}}""";

    private final DslTranslator translator = new DslTranslator(ModuleCatalog.standard());

    private Translation translate(String job, String roles, String components) {
        return translator.translate(DSL, """
                {"dsl_version": 2, "initiator": {"role": "guest", "party_id": 9999},
                 "role": {"guest": [9999], "host": [10000], "arbiter": [10001]},
                 "job_parameters": {"common": %s, "role": %s},
                 "component_parameters": {"common": %s}}""".formatted(job, roles, components));
    }

    private JobPlan plan(String job, String roles, String components) {
        Translation translation = translate(job, roles, components);
        assertThat(translation).isInstanceOf(Translation.Accepted.class);
        return ((Translation.Accepted) translation).plan();
    }

    private List<Problem> problems(String job, String components) {
        Translation translation = translate(job, "{}", components);
        assertThat(translation).isInstanceOf(Translation.Rejected.class);
        return ((Translation.Rejected) translation).problems();
    }

    private static String demand(JobPlan plan, String component, String role, long party) {
        return plan.components().stream()
                .filter(candidate -> candidate.name().equals(component))
                .map(ComponentPlan::resources)
                .map(resources -> resources.get(new Party(role, party)))
                .map(ObjectNode::toString)
                .findFirst()
                .orElse("none");
    }

    @Test
    void whatIsNearerToComponentAndPartyCounts() {
        JobPlan plan = plan(
                "{\"resources\": {\"GPU\": 1, \"memory\": \"4GB\"}}",
                "{\"host\": {\"0\": {\"resources\": {\"GPU\": 2}}}}",
                "{\"lr_0\": {\"max_iter\": 3, \"resources\": {\"memory\": 512, \"license/x\": 1}}}");

        assertThat(demand(plan, "reader_0", "guest", 9999)).isEqualTo("{\"GPU\":1,\"memory\":4096}");
        assertThat(demand(plan, "reader_0", "host", 10000)).isEqualTo("{\"GPU\":2,\"memory\":4096}");
        assertThat(demand(plan, "lr_0", "guest", 9999)).isEqualTo("{\"GPU\":1,\"license/x\":1,\"memory\":512}");
    }

    @Test
    void anArbiterIsAskedForWhatIsSaidOfItAlone() {
        String job = "{\"resources\": {\"GPU\": 1}}";

        assertThat(demand(plan(job, "{}", "{}"), "lr_0", "arbiter", 10001)).isEqualTo("{}");
        assertThat(demand(
                        plan(job, "{\"arbiter\": {\"0\": {\"resources\": {\"GPU\": 0.5}}}}", "{}"),
                        "lr_0",
                        "arbiter",
                        10001))
                .isEqualTo("{\"GPU\":0.5}");
    }

    @Test
    void aComponentDoesNotSeeItAmongItsParameters() {
        JobPlan plan = plan("{}", "{}", "{\"lr_0\": {\"max_iter\": 3, \"resources\": {\"GPU\": 1}}}");

        assertThat(plan.components())
                .filteredOn(component -> component.name().equals("lr_0"))
                .allSatisfy(component -> assertThat(component.parties().values())
                        .allSatisfy(own -> assertThat(own).hasToString("{\"max_iter\":3}")));
    }

    @ParameterizedTest
    @CsvSource({"1KB, 1", "1.5GB, 1536", "2TB, 2097152", "1 mb, 1", "1049000B, 2"})
    void memoryMayHaveItsUnitAndIsWholeMegabytes(String text, String megabytes) {
        JobPlan plan = plan("{\"resources\": {\"memory\": \"%s\"}}".formatted(text), "{}", "{}");

        assertThat(demand(plan, "reader_0", "guest", 9999)).isEqualTo("{\"memory\":%s}".formatted(megabytes));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GPU | 1.5 | a task has whole units, or a share of one",
                "GPU | -1 | it is negative",
                "GPU | 0.00019 | it has more than four decimals",
                "GPU | 1e999999999 | it is too large",
                "GPU | \"1\" | it is no number",
                "GPU | null | it is no number",
                "GPU | \"auto\" | it is no number",
                "CPU | \"Auto\" | it is no number",
                "memory | \"many\" | it is no amount of memory"
            })
    void anAmountThatATaskCantHaveIsRefused(String label, String amount, String why) {
        assertThat(problems("{}", "{\"lr_0\": {\"resources\": {\"%s\": %s}}}".formatted(label, amount)))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.id()).isEqualTo("FFB-2022");
                    assertThat(problem.pointer()).isEqualTo("/component_parameters/common/lr_0/resources/" + label);
                    assertThat(problem.message()).endsWith(why);
                });
    }

    @Test
    void memoryAndCoresMayBeLeftToWhatIsLearned() {
        JobPlan plan = plan(
                "{\"resources\": {\"memory\": \"auto\", \"CPU\": 2}}",
                "{}",
                "{\"lr_0\": {\"resources\": {\"memory\": 512, \"CPU\": \"auto\"}}}");

        assertThat(demand(plan, "reader_0", "guest", 9999)).isEqualTo("{\"CPU\":2,\"memory\":\"auto\"}");
        assertThat(demand(plan, "lr_0", "guest", 9999)).isEqualTo("{\"CPU\":\"auto\",\"memory\":512}");
    }

    @Test
    void labelsPoliciesAndSectionsAreChecked() {
        assertThat(problems("{\"resources\": {\"a b\": 1}, \"placement\": \"best\"}", "{\"lr_0\": {\"resources\": 1}}"))
                .extracting(Problem::id)
                .containsExactlyInAnyOrder("FFB-2021", "FFB-2023", "FFB-2020");
    }
}
