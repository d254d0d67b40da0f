package io.fateflow.federation.wire;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

import io.fateflow.worker.digest.Sha256;

/**
 * What a site of ours signs of a call: method, path, both parties, time, a number used once, and the body. FATE's own
 * signature covers the body alone, so it is good for every path and for ever.
 *
 * @param time milliseconds since 1970 by the caller's clock, as text
 * @param nonce used once
 * @param digest SHA-256 of the body's bytes in lower-case hex: with it the caller is known before its body is read
 * @param value the signature in base64; empty if there is none
 */
public record CallSignature(String time, String nonce, String digest, String value) {

    public static final CallSignature NONE = new CallSignature("", "", "", "");

    private static final String KIND = "fate-flow-bpm call 1";

    public boolean isNone() {
        return value.isEmpty();
    }

    /** As it is while its text is signed. */
    public CallSignature signed(String signature) {
        return new CallSignature(time, nonce, digest, signature);
    }

    /** What is signed: so many lines, and so no value can hide in another's line. */
    public String text(String method, String path, CallHeaders headers) {
        return String.join(
                "\n",
                KIND,
                method,
                path,
                headers.srcPartyId(),
                headers.destPartyId(),
                headers.srcRole(),
                headers.fateVersion(),
                Long.toString(headers.commandNumber()),
                time,
                nonce,
                digest);
    }

    /** Whether this is the body that was signed. */
    public boolean covers(byte[] body) {
        return MessageDigest.isEqual(
                digest.getBytes(StandardCharsets.US_ASCII), Sha256.hex(body).getBytes(StandardCharsets.US_ASCII));
    }
}
