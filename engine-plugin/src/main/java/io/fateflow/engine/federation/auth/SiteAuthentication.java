package io.fateflow.engine.federation.auth;

import java.security.PublicKey;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.engine.federation.wire.Answer;
import io.fateflow.engine.federation.wire.CallHeaders;
import io.fateflow.engine.federation.wire.PythonJson;

/**
 * Decides whether a caller is who it says it is. Immutable.
 *
 * <p>Rules: FATE's site signature if it is switched on (an empty or {@code 0} party id means this site's own). With
 * mutual TLS a certificate belongs to a party, and speaks for no other.
 */
public final class SiteAuthentication {

    private final long ownPartyId;
    private final @Nullable SiteKeys keys;
    private final Map<String, Set<Long>> partiesByCertificate;

    /**
     * Makes the rules.
     *
     * @param keys null if signatures are not asked for
     * @param partiesByCertificate fingerprint of a client certificate to the parties it speaks for; empty if
     *     certificates are not looked at
     */
    public SiteAuthentication(long ownPartyId, @Nullable SiteKeys keys, Map<String, Set<Long>> partiesByCertificate) {
        this.ownPartyId = ownPartyId;
        this.keys = keys;
        this.partiesByCertificate = Map.copyOf(partiesByCertificate);
    }

    /**
     * Checks a call.
     *
     * @param body as it was parsed: it is written again as Python does, and that is what must be signed
     * @return the answer for a caller that is not who it says it is; empty if all is well
     */
    public Optional<Answer> refusal(CallHeaders headers, JsonNode body, CallerEvidence evidence) {
        Optional<Long> claimed = claimed(headers.srcPartyId());
        if (claimed.isEmpty()) {
            return Optional.of(Answer.failure(Answer.AUTHENTICATION_ERROR, "src_party_id is not a number"));
        }
        if (keys != null) {
            Optional<Answer> refusal = checkSignature(keys, claimed.get(), headers.signature(), body);
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        return partiesByCertificate.isEmpty() ? Optional.empty() : checkCertificate(claimed.get(), evidence);
    }

    private Optional<Long> claimed(String partyId) {
        if (partyId.isEmpty() || partyId.equals("0")) {
            return Optional.of(ownPartyId);
        }
        try {
            return Optional.of(Long.parseLong(partyId));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Optional<Answer> checkSignature(SiteKeys keys, long partyId, String signature, JsonNode body) {
        Optional<PublicKey> key = keys.of(partyId);
        if (key.isEmpty()) {
            return Optional.of(Answer.failure(
                    Answer.EXCEPTION_ERROR,
                    ("FFB-6101 this site has no public key of party %d; its operator adds it to"
                                    + " fate.authentication.site.public-keys, or an administrator saves it with key/public/save")
                            .formatted(partyId)));
        }
        return keys.verify(key.get(), PythonJson.dumps(body), signature)
                ? Optional.empty()
                : Optional.of(Answer.failure(Answer.AUTHENTICATION_ERROR, "authentication failed"));
    }

    private Optional<Answer> checkCertificate(long partyId, CallerEvidence evidence) {
        boolean speaksForIt = evidence.certificates().stream().limit(1).anyMatch(certificate -> partiesByCertificate
                .getOrDefault(certificate, Set.of())
                .contains(partyId));
        return speaksForIt
                ? Optional.empty()
                : Optional.of(Answer.failure(
                        Answer.PERMISSION_ERROR,
                        "FFB-6102 the certificate of this connection does not speak for party %d".formatted(partyId)));
    }
}
