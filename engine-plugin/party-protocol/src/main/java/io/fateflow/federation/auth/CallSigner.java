package io.fateflow.federation.auth;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;

import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.CallSignature;
import io.fateflow.worker.digest.Sha256;

/** Puts a site's signatures on the calls that it makes: each try is another call, with a number of its own. */
public final class CallSigner {

    private static final int NONCE_BYTES = 18;

    private final SiteSigner signer;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    public CallSigner(SiteSigner signer, Clock clock) {
        this.signer = signer;
        this.clock = clock;
    }

    /**
     * Signs a call.
     *
     * @param body as it is sent
     * @param knowsOurs whether its receiver is known to check the signature of whole calls: then nobody gets to see FATE's,
     *     which would be good for other calls, too
     */
    public CallHeaders sign(String path, CallHeaders headers, String body, boolean knowsOurs) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        CallSignature unsigned = new CallSignature(Long.toString(clock.millis()), nonce(), Sha256.hex(bytes), "");
        CallSignature ours = unsigned.signed(signer.sign(unsigned.text("POST", path, headers)));
        return ours.isNone() ? headers : headers.signed(knowsOurs ? "" : signer.sign(body), ours);
    }

    private String nonce() {
        byte[] bytes = new byte[NONCE_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
