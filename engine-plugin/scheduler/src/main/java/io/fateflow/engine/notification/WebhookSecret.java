package io.fateflow.engine.notification;

import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A key that a receiver and this site share, as Standard Webhooks writes it: {@code whsec_} and base64 of 24 to 64 bytes. It is
 * shown nowhere.
 */
public final class WebhookSecret {

    private static final String PREFIX = "whsec_";
    private static final String ALGORITHM = "HmacSHA256";
    private static final int LEAST_BYTES = 24;
    private static final int MOST_BYTES = 64;

    private final SecretKeySpec key;

    private WebhookSecret(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    /** @throws InvalidNotificationsException if it is none; its message does not have it */
    public static WebhookSecret of(String text) {
        if (text.startsWith(PREFIX)) {
            try {
                byte[] key = Base64.getDecoder().decode(text.substring(PREFIX.length()));
                if (key.length >= LEAST_BYTES && key.length <= MOST_BYTES) {
                    return new WebhookSecret(key);
                }
            } catch (IllegalArgumentException e) {
                throw invalid();
            }
        }
        throw invalid();
    }

    private static InvalidNotificationsException invalid() {
        return new InvalidNotificationsException(
                "a secret is %s and then base64 of %d to %d bytes, such as openssl rand -base64 32 prints"
                        .formatted(PREFIX, LEAST_BYTES, MOST_BYTES));
    }

    /** HMAC-SHA256. */
    public byte[] sign(byte[] content) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(content);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    @Override
    public String toString() {
        return "[secret]";
    }
}
