package io.fateflow.client.call;

import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.Base64;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import io.fateflow.client.profile.SigningKey;

/** Signs calls as FATE's clients do: HMAC-SHA1 over time, nonce, the key's name, target and body. */
final class CallSignature {

    private static final String ALGORITHM = "HmacSHA1";

    private final SigningKey key;
    private final InstantSource clock;

    CallSignature(SigningKey key, InstantSource clock) {
        this.key = key;
        this.clock = clock;
    }

    /**
     * Adds the four headers.
     *
     * @param target path and query, as they are sent
     * @param body nothing of a form: what is in one is not signed
     */
    void sign(HttpRequest.Builder request, String target, byte[] body) {
        String time = Long.toString(clock.millis());
        String nonce = UUID.randomUUID().toString();
        request.header("TIMESTAMP", time)
                .header("NONCE", nonce)
                .header("APP_KEY", key.appKey())
                .header("SIGNATURE", signature(String.join("\n", time, nonce, key.appKey(), target, ""), body));
    }

    private String signature(String head, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key.secretKey().getBytes(StandardCharsets.UTF_8), ALGORITHM));
            mac.update(head.getBytes(StandardCharsets.UTF_8));
            mac.update(body);
            // between the body and a form's fields, of which there are none
            mac.update((byte) '\n');
            return Base64.getEncoder().encodeToString(mac.doFinal());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java runtime has " + ALGORITHM, e);
        }
    }
}
