package io.fateflow.dsl;

import java.io.IOException;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.fateflow.dsl.module.ModuleCatalog;

import static org.assertj.core.api.Assertions.assertThat;

/** A document that was read already, as part of a request, is taken as its text would be. */
class ReadDocumentsTest {

    private static final DslTranslator TRANSLATOR = new DslTranslator(ModuleCatalog.standard());

    /** As generous, and as exact, as a server that reads requests. */
    private static final ObjectMapper GENEROUS = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final String DSL = """
            {"components": {"reader_0": {"module": "Reader", "output": {"data": ["data"]}}}}""";

    private static final String CONF = """
            {"dsl_version": 2, "initiator": {"role": "guest", "party_id": "9999"}, "role": {"guest": [9999]},
             "component_parameters": {"common": {"reader_0": {"alpha": %s}}}}""";

    @ParameterizedTest
    @CsvSource(
            value = {"0.50", "1e400", "123456789012345678901234567890", "[1, null, true]", "\"Größe\""},
            delimiter = ';')
    void givesTheSamePlan(String value) throws IOException {
        String conf = CONF.formatted(value);

        Translation ofTrees = translate(GENEROUS.readTree(DSL), GENEROUS.readTree(conf));

        assertThat(ofTrees).isInstanceOf(Translation.Accepted.class).isEqualTo(TRANSLATOR.translate(DSL, conf));
    }

    @Test
    void isNotChanged() throws IOException {
        JsonNode conf = GENEROUS.readTree(CONF.formatted("1"));
        JsonNode before = conf.deepCopy();

        translate(GENEROUS.readTree(DSL), conf);

        assertThat(conf).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(
            value = {"NaN", "-Infinity"},
            delimiter = ';')
    void whatIsNoJsonIsRefused(String value) throws IOException {
        String conf = CONF.formatted(value);

        assertThat(ids(translate(GENEROUS.readTree(DSL), GENEROUS.readTree(conf))))
                .isNotEmpty()
                .isEqualTo(ids(TRANSLATOR.translate(DSL, conf)));
    }

    @Test
    void whatIsNoObjectOrTooDeepOrTooLongIsRefused() throws IOException {
        JsonNode conf = GENEROUS.readTree(CONF.formatted("1"));
        String deep = CONF.formatted("[".repeat(120) + "]".repeat(120));
        String tooLong = CONF.formatted("\"" + "x".repeat(9 * 1024 * 1024) + "\"");

        assertThat(ids(translate(GENEROUS.readTree("[]"), conf)))
                .isEqualTo(ids(TRANSLATOR.translate("[]", conf.toString())));
        assertThat(ids(translate(JsonNodeFactory.instance.missingNode(), conf))).isNotEmpty();
        assertThat(ids(translate(GENEROUS.readTree(DSL), GENEROUS.readTree(deep))))
                .isEqualTo(ids(TRANSLATOR.translate(DSL, deep)))
                .isNotEmpty();
        assertThat(ids(translate(GENEROUS.readTree(DSL), GENEROUS.readTree(tooLong))))
                .isEqualTo(ids(TRANSLATOR.translate(DSL, tooLong)))
                .isNotEmpty();
    }

    private static Translation translate(JsonNode dsl, JsonNode conf) {
        return TRANSLATOR.translate(new JobDocument.Tree(dsl), new JobDocument.Tree(conf));
    }

    private static String ids(Translation translation) {
        return translation instanceof Translation.Rejected rejected
                ? rejected.problems().stream().map(Problem::id).toList().toString()
                : "";
    }
}
