package io.fateflow.engine.account;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;

import org.apache.commons.codec.binary.Base32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class OneTimeCodesTest {

    /** RFC 6238, appendix B. */
    private static final String SECRET =
            new Base32().encodeAsString("12345678901234567890".getBytes(StandardCharsets.US_ASCII));

    private static final long NOW = 1_800_000_015_000L;
    private static final long STEP = 30_000;

    /** Its codes of eight digits, cut to the last six. */
    @ParameterizedTest
    @CsvSource({"59,287082", "1111111109,081804", "1111111111,050471", "1234567890,005924", "2000000000,279037"})
    void codesAreThoseOfTheStandard(long seconds, String code) {
        assertThat(OneTimeCodes.at(SECRET, Instant.ofEpochSecond(seconds))).isEqualTo(code);
        assertThat(OneTimeCodes.step(SECRET, code, seconds * 1000, 0)).hasValue(seconds / 30);
    }

    @Test
    void aCodeIsRightInItsStepTheOneBeforeAndTheOneBehind() {
        assertThat(OneTimeCodes.step(SECRET, codeAt(NOW - STEP), NOW, 0)).isPresent();
        assertThat(OneTimeCodes.step(SECRET, codeAt(NOW + STEP), NOW, 0)).isPresent();
        assertThat(OneTimeCodes.step(SECRET, codeAt(NOW - 2 * STEP), NOW, 0)).isEmpty();
        assertThat(OneTimeCodes.step(SECRET, codeAt(NOW + 2 * STEP), NOW, 0)).isEmpty();
    }

    @Test
    void ofStepsThatWereUsedNoneCounts() {
        assertThat(OneTimeCodes.step(SECRET, codeAt(NOW), NOW, NOW / STEP)).isEmpty();
        assertThat(OneTimeCodes.step(SECRET, codeAt(NOW - STEP), NOW, NOW / STEP))
                .isEmpty();
        assertThat(OneTimeCodes.step(SECRET, codeAt(NOW + STEP), NOW, NOW / STEP))
                .isPresent();
    }

    @Test
    void aClockThatIsFiveMinutesOffIsRecognised() {
        assertThat(OneTimeCodes.ahead(SECRET, codeAt(NOW + 10 * STEP), NOW)).hasValue(Duration.ofMinutes(5));
        assertThat(OneTimeCodes.ahead(SECRET, codeAt(NOW - 10 * STEP), NOW)).hasValue(Duration.ofMinutes(-5));
        assertThat(OneTimeCodes.ahead(SECRET, codeAt(NOW + 100 * STEP), NOW)).isEmpty();
    }

    @Test
    void aSecretIsOfTheLengthOfItsHashAndNoTwoAreTheSame() {
        String secret = OneTimeCodes.newSecret(new SecureRandom());

        assertThat(new Base32().decode(secret)).hasSize(20);
        assertThat(OneTimeCodes.newSecret(new SecureRandom())).isNotEqualTo(secret);
    }

    private static String codeAt(long millis) {
        return OneTimeCodes.at(SECRET, Instant.ofEpochMilli(millis));
    }
}
