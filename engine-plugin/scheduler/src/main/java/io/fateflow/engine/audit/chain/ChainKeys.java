package io.fateflow.engine.audit.chain;

import java.security.PublicKey;
import java.util.List;
import java.util.Optional;

import io.fateflow.federation.auth.SiteSignature;
import io.fateflow.federation.auth.SiteSigner;

/**
 * Who signs for a site, and whose signatures count as its own.
 *
 * @param partyId the site's; written into what it signs
 * @param signer signs nothing if the site has no key
 * @param publicKeys the site's key and those that it has had before; without any, no signature can be looked at
 * @param adoptsUnsigned whether what has no signature counts, too: a chain that is older than the site's first key
 */
public record ChainKeys(String partyId, SiteSigner signer, List<PublicKey> publicKeys, boolean adoptsUnsigned) {

    public ChainKeys {
        publicKeys = List.copyOf(publicKeys);
    }

    /** A site without a key. */
    public static ChainKeys none() {
        return verifying(List.of());
    }

    /** Signs nothing, and knows these signatures. */
    public static ChainKeys verifying(List<PublicKey> publicKeys) {
        return new ChainKeys("", SiteSigner.NONE, publicKeys, false);
    }

    ChainPoint sign(ChainPoint point) {
        return point.signed(signer.sign(point.text()));
    }

    /** Whether signatures can be looked at. */
    public boolean know() {
        return !publicKeys.isEmpty();
    }

    /** Why this can't be taken for the site's word; empty if it can, or if no key is known. The start needs nobody's word. */
    public Optional<String> trouble(ChainPoint point) {
        if (!know() || isStart(point)) {
            return Optional.empty();
        }
        if (point.signature().isEmpty()) {
            return adoptsUnsigned ? Optional.empty() : Optional.of("has no signature");
        }
        String text = point.text();
        return publicKeys.stream().anyMatch(key -> SiteSignature.SHA256.verify(key, text, point.signature()))
                ? Optional.empty()
                : Optional.of("has a signature that does not fit");
    }

    private static boolean isStart(ChainPoint point) {
        return point.number() == 0
                && point.hash().equals(ChainHash.START)
                && point.signature().isEmpty();
    }
}
