package io.fateflow.engine.consent;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ConsentChoiceTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");

    private static ConsentChoice of(Map<String, ?> values) {
        return ConsentChoice.of(values, SHANGHAI, NOW);
    }

    @Test
    void aDateIsMeantUntilItsEndAtTheSite() {
        ConsentChoice choice = of(Map.of("decision", "grant", "until", "2026-01-31", "uses", 3));

        assertThat(choice.validUntil())
                .isEqualTo(Instant.parse("2026-01-31T16:00:00Z").toEpochMilli());
        assertThat(choice.uses()).isEqualTo(3);
        assertThat(of(Map.of("decision", "grant", "until", "2026-01-31T18:00:00+08:00"))
                        .validUntil())
                .isEqualTo(Instant.parse("2026-01-31T10:00:00Z").toEpochMilli());
    }

    @Test
    void withoutConditionsItIsForTheJobAlone() {
        ConsentChoice choice = of(Map.of("decision", "refuse", "comment", " not these\u0000 "));

        assertThat(choice).isEqualTo(new ConsentChoice(false, "not these\uFFFD", null, null));
    }

    @ParameterizedTest
    @CsvSource({
        "decision, yes",
        "decision, ''",
        "until, tomorrow",
        "until, 2026-02-30",
        "until, 2026-01-01",
        "uses, 0",
        "uses, 1.5",
        "uses, many",
        "uses, 99999999999"
    })
    void whatIsNotClearIsNotTaken(String name, String value) {
        Map<String, String> values =
                name.equals("decision") ? Map.of(name, value) : Map.of("decision", "grant", name, value);

        assertThatThrownBy(() -> of(values))
                .isInstanceOf(InvalidConsentException.class)
                .hasMessageStartingWith("FFB-5138 " + name);
    }
}
