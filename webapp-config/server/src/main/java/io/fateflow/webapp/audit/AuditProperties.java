package io.fateflow.webapp.audit;

import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.fateflow.engine.audit.chain.ChainKeys;
import io.fateflow.federation.auth.PemKeys;
import io.fateflow.federation.auth.SiteSignature;
import io.fateflow.federation.auth.SiteSigner;

/**
 * The audit log's chain. It is signed with {@code fate.authentication.site.private-key}, if there is one.
 *
 * @param formerPublicKeys PEM files of keys that the site has had before: what they have signed counts
 * @param headsToPartners how often partners are given the head, to keep it; zero for never
 * @param adoptUnsigned whether a chain that has no signature is continued, and signed from then on: once, for a site's first key
 */
@ConfigurationProperties("fate.audit")
public record AuditProperties(
        @DefaultValue List<Path> formerPublicKeys,
        @DefaultValue("1h") Duration headsToPartners,
        @DefaultValue("false") boolean adoptUnsigned) {

    public AuditProperties {
        if (headsToPartners.isNegative()) {
            throw new IllegalArgumentException("fate.audit.heads-to-partners is negative: set 1h, or 0 for never");
        }
    }

    /**
     * Reads the keys.
     *
     * @param privateKey the site's; null if it has none
     * @param partyId the site's
     * @throws IllegalArgumentException naming the file, if one is no RSA key
     */
    public ChainKeys keys(@Nullable Path privateKey, long partyId) {
        List<PublicKey> known = new ArrayList<>();
        formerPublicKeys.forEach(file -> known.add(PemKeys.publicKey(file)));
        String party = Long.toString(partyId);
        if (privateKey == null) {
            return new ChainKeys(party, SiteSigner.NONE, known, true);
        }
        PrivateKey own = PemKeys.privateKey(privateKey);
        known.add(PemKeys.publicHalf(own)
                .orElseThrow(() -> new IllegalArgumentException(privateKey + " holds no public half of its RSA key")));
        return new ChainKeys(party, text -> SiteSignature.SHA256.sign(own, text), known, adoptUnsigned);
    }
}
