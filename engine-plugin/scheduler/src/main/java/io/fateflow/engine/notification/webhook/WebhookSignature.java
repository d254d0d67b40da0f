package io.fateflow.engine.notification.webhook;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

import io.fateflow.engine.notification.WebhookSecret;

/** The header {@code webhook-signature} of Standard Webhooks 1.0: HMAC-SHA256 over id, time and body. */
final class WebhookSignature {

    private WebhookSignature() {}

    /**
     * The header's value: one signature a secret, so that a receiver that knows one of them is content.
     *
     * @param timestamp epoch seconds
     */
    static String of(List<WebhookSecret> secrets, String id, long timestamp, String body) {
        byte[] content = (id + "." + timestamp + "." + body).getBytes(StandardCharsets.UTF_8);
        return secrets.stream()
                .map(secret -> "v1," + Base64.getEncoder().encodeToString(secret.sign(content)))
                .collect(Collectors.joining(" "));
    }
}
