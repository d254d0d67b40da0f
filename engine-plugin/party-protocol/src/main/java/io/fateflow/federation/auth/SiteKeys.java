package io.fateflow.federation.auth;

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
 * @param handedIn keys of further sites
 * @param acceptMd5 whether FATE Flow 1.10.0's signatures count, too
 */
public record SiteKeys(@Nullable PrivateKey own, Map<Long, PublicKey> publicKeys, HandedIn handedIn, boolean acceptMd5)
        implements SiteSigner, PartnerKeys {

    /** Knows keys that come and go while the server runs. */
    @FunctionalInterface
    public interface HandedIn {
        Optional<PublicKey> of(long partyId);

        /**
         * The keys of a store, but for this site's own party, as which nobody else may sign.
         *
         * @param ownPartyId this site's
         */
        static HandedIn from(SiteKeyStore store, long ownPartyId) {
            return party -> party == ownPartyId || party == 0 ? Optional.empty() : store.key(party);
        }
    }

    public SiteKeys {
        publicKeys = Map.copyOf(publicKeys);
    }

    /** Only the keys of the settings. */
    public SiteKeys(@Nullable PrivateKey own, Map<Long, PublicKey> publicKeys, boolean acceptMd5) {
        this(own, publicKeys, party -> Optional.empty(), acceptMd5);
    }

    @Override
    public String sign(String body) {
        return own == null ? "" : SiteSignature.SHA256.sign(own, body);
    }

    /** What the settings say goes before what was handed in. */
    @Override
    public Optional<PublicKey> of(long partyId) {
        return Optional.ofNullable(publicKeys.get(partyId)).or(() -> handedIn.of(partyId));
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
