package io.fateflow.engine.notification.webhook;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.engine.notification.InvalidNotificationsException;
import io.fateflow.engine.notification.WebhookSecret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Signatures are those of Standard Webhooks: the vectors are its own. */
final class WebhookSignatureTest {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    @Test
    void aSignatureIsThatOfTheSpecification() {
        assertThat(WebhookSignature.of(
                        List.of(WebhookSecret.of(SECRET)),
                        "msg_p5jXN8AQM9LWM0D4loKWxJek",
                        1614265330,
                        "{\"test\": 2432232314}"))
                .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    void eachSecretSigns() {
        WebhookSecret secret = WebhookSecret.of(SECRET);

        assertThat(WebhookSignature.of(List.of(secret, secret), "msg_1", 1, "{}")
                        .split(" "))
                .hasSize(2)
                .allSatisfy(signature -> assertThat(signature).startsWith("v1,"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "whsec_",
                "whsec_plJ3nmyCDGBKInavdOK1",
                "whsec_not base64 at all, but long enough"
            })
    void whatIsNoSecretIsRefusedWithoutBeingSaid(String text) {
        assertThatThrownBy(() -> WebhookSecret.of(text))
                .isInstanceOf(InvalidNotificationsException.class)
                .hasMessageContaining("openssl rand -base64 32")
                .message()
                .satisfies(said -> assertThat(text.length() < 7 || !said.contains(text.substring(6)))
                        .isTrue());
    }

    @Test
    void aSecretIsNotShown() {
        assertThat(WebhookSecret.of(SECRET)).hasToString("[secret]");
    }
}
