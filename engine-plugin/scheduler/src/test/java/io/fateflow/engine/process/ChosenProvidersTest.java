package io.fateflow.engine.process;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.fateflow.dsl.DslTranslator;
import io.fateflow.dsl.JobDocument;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Party;
import io.fateflow.dsl.Translation;
import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.party.Providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ChosenProvidersTest {

    private static final String DSL = """
            {"components": {"add_0": {"module": "SecureAddExample"}, "nn_0": {"module": "HeteroNN"}}}
            """;

    @Test
    void whatThisSiteChoosesIsWrittenForAllParties() {
        JobPlan plan = chosen("{}", Map.of("HeteroNN", "fate@1.11.4"));

        assertThat(plan.runtimeConf().path("provider").toString()).isEqualTo("{\"common\":{\"nn_0\":\"fate@1.11.4\"}}");
    }

    @Test
    void aJobOfBuiltInComponentsIsLeftAsItWas() {
        assertThat(chosen("{}", Map.of()).runtimeConf().has("provider")).isFalse();
    }

    @Test
    void aVersionThatMeansTheBuiltInComponentsHereIsNotToldOthersAsAVersion() {
        JobPlan plan = chosen("{\"role\": {\"host\": {\"0\": {\"add_0\": \"fate@1.11.4\"}}}}", Map.of());

        assertThat(plan.runtimeConf().path("provider").toString())
                .isEqualTo("{\"role\":{\"host\":{\"0\":{}}},\"common\":{\"add_0\":\"fate\"}}");
    }

    @Test
    void partiesThatWouldNotUnderstandEachOtherAreRefusedWithTheirKinds() {
        Providers byName = new Providers() {
            @Override
            public String ofSubmitted(String module, String named, List<Party> parties) {
                return named.contains("@") ? named : BUILT_IN;
            }

            @Override
            public String here(String module, String named, List<Party> parties) {
                return BUILT_IN;
            }
        };

        assertThatThrownBy(() -> new ChosenProviders(byName)
                        .in(plan("{\"role\": {\"host\": {\"0\": {\"add_0\": \"fate@1.11.4\"}}}}")))
                .isInstanceOfSatisfying(JobRejectedException.class, refused -> {
                    assertThat(refused.problems()).singleElement().satisfies(problem -> {
                        assertThat(problem.id()).isEqualTo("FFB-2053");
                        assertThat(problem.message())
                                .contains("add_0", "the built-in one at guest 9999", "fate@1.11.4 at host 10000");
                    });
                });
    }

    private static JobPlan chosen(String provider, Map<String, String> choices) {
        return new ChosenProviders(new Providers() {
                    @Override
                    public String ofSubmitted(String module, String named, List<Party> parties) {
                        return choices.getOrDefault(module, BUILT_IN);
                    }

                    @Override
                    public String here(String module, String named, List<Party> parties) {
                        return BUILT_IN;
                    }
                })
                .in(plan(provider));
    }

    private static JobPlan plan(String provider) {
        String conf = """
                {"dsl_version": 2, "initiator": {"role": "guest", "party_id": 9999},
                 "role": {"guest": [9999], "host": [10000]}%s}
                """.formatted(provider.equals("{}") ? "" : ", \"provider\": " + provider);
        Translation translation = new DslTranslator(ModuleCatalog.standard())
                .translate(new JobDocument.Text(DSL), new JobDocument.Text(conf));
        return ((Translation.Accepted) translation).plan();
    }
}
