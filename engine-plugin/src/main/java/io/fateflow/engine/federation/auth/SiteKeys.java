package io.fateflow.engine.federation.auth;

import java.security.PrivateKey;
import java.security.PublicKey;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * RSA keys of sites.
 *
 * @param own signs what this site sends; null if it does not sign
 * @param publicKeys of the sites that may call, by party id; this site's own is among them if its executors sign
 * @param acceptMd5 whether FATE Flow 1.10.0's signatures count, too
 */
public record SiteKeys(@Nullable PrivateKey own, Map<Long, PublicKey> publicKeys, boolean acceptMd5)
        implements SiteSigner {

    public SiteKeys {
        publicKeys = Map.copyOf(publicKeys);
    }

    @Override
    public String sign(String body) {
        return own == null ? "" : SiteSignature.SHA256.sign(own, body);
    }

    Optional<PublicKey> of(long partyId) {
        return Optional.ofNullable(publicKeys.get(partyId));
    }

    boolean verify(PublicKey key, String body, String signature) {
        return SiteSignature.SHA256.verify(key, body, signature)
                || (acceptMd5 && SiteSignature.MD5.verify(key, body, signature));
    }

    /** Keys stay out of logs. */
    @Override
    public String toString() {
        return "SiteKeys[own=" + (own == null ? "none" : "RSA") + ", publicKeys=" + publicKeys.keySet() + "]";
    }
}
