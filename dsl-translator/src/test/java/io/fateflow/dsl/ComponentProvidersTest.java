package io.fateflow.dsl;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ComponentProvidersTest {

    private static final Party GUEST = new Party("guest", 9999);
    private static final Party HOST = new Party("host", 10000);
    private static final Party OTHER_HOST = new Party("host", 10001);
    private static final String ROLES = "'role': {'guest': [9999], 'host': [10000, 10001]}";

    @Test
    void theComponentsOwnEntryGoesBeforeTheOneForAll() {
        String dsl = "{'provider': 'fate', 'components': {'a': {'provider': 'fate@1.11.4'}, 'b': {}}}";

        assertThat(named(dsl, "{}", "a", GUEST)).isEqualTo("fate@1.11.4");
        assertThat(named(dsl, "{}", "b", GUEST)).isEqualTo("fate");
        assertThat(named("{'components': {'b': {}}}", "{}", "b", GUEST)).isEmpty();
    }

    @Test
    void theConfGoesBeforeTheDslAndAPartysEntryBeforeTheCommonOne() {
        String dsl = "{'components': {'a': {'provider': 'fate@1'}}}";
        String conf =
                "{%s, 'provider': {'common': {'a': 'fate@2'}, 'role': {'host': {'0': {'a': 'fate@3'}, 'all': {}}}}}"
                        .formatted(ROLES);

        assertThat(named(dsl, conf, "a", GUEST)).isEqualTo("fate@2");
        assertThat(named(dsl, conf, "a", HOST)).isEqualTo("fate@3");
        assertThat(named(dsl, conf, "a", OTHER_HOST)).isEqualTo("fate@2");
    }

    @Test
    void aKeyMayNameSeveralPositions() {
        String conf = "{%s, 'provider': {'role': {'host': {'0|1': {'a': 'fate@3'}}}}}".formatted(ROLES);

        assertThat(named("{}", conf, "a", OTHER_HOST)).isEqualTo("fate@3");
        assertThat(named("{}", conf, "a", GUEST)).isEmpty();
    }

    @Test
    void oneForAllPartiesTakesThePlaceOfWhateverWasSaidOfThatComponent() {
        ObjectNode conf = json("{'provider': {'role': {'host': {'0': {'a': 'fate@3', 'b': 'fate@4'}}}}}");

        ObjectNode changed = ComponentProviders.withCommon(conf, "a", "fate@5");

        assertThat(changed)
                .isEqualTo(json("{'provider': {'role': {'host': {'0': {'b': 'fate@4'}}}, 'common': {'a': 'fate@5'}}}"));
        assertThat(conf.at("/provider/role/host/0/a").asText()).isEqualTo("fate@3");
    }

    private static String named(String dsl, String conf, String component, Party party) {
        return new ComponentProviders(json(dsl), json(conf)).named(component, party);
    }

    private static ObjectNode json(String text) {
        try {
            return (ObjectNode) new ObjectMapper().readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
