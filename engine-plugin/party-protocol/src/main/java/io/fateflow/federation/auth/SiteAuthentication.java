package io.fateflow.federation.auth;

import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.BodyLimit;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.WireText;

/**
 * Decides whether a caller is who it says it is. Immutable.
 *
 * <p>Rules: a signature if that is switched on (an empty or {@code 0} party id means this site's own), of the whole call
 * among sites of ours, of the body with FATE Flow. With mutual TLS a certificate belongs to a party, and speaks for no
 * other. What can be known before the body is read is checked before.
 */
public final class SiteAuthentication {

    private final long ownPartyId;
    private final @Nullable SiteKeys keys;
    private final @Nullable CallSignatures calls;
    private final Map<String, Set<Long>> partiesByCertificate;

    /**
     * Makes the rules.
     *
     * @param keys null if signatures are not asked for
     * @param calls checks signatures of whole calls; null if only FATE's, of the body, are known
     * @param partiesByCertificate fingerprint of a client certificate to the parties it speaks for; empty if
     *     certificates are not looked at
     */
    public SiteAuthentication(
            long ownPartyId,
            @Nullable SiteKeys keys,
            @Nullable CallSignatures calls,
            Map<String, Set<Long>> partiesByCertificate) {
        this.ownPartyId = ownPartyId;
        this.keys = keys;
        this.calls = calls;
        this.partiesByCertificate = Map.copyOf(partiesByCertificate);
    }

    /** Without signatures of whole calls. */
    public SiteAuthentication(long ownPartyId, @Nullable SiteKeys keys, Map<String, Set<Long>> partiesByCertificate) {
        this(ownPartyId, keys, null, partiesByCertificate);
    }

    /** Checks what can be checked before the body is read. */
    public Caller caller(CallHead call) {
        Optional<Long> claimed = claimed(call.headers().srcPartyId());
        if (claimed.isEmpty()) {
            return new Caller.Refused(Answer.failure(Answer.AUTHENTICATION_ERROR, "src_party_id is not a number"));
        }
        long party = claimed.get();
        boolean certified = !partiesByCertificate.isEmpty();
        Optional<Answer> refusal = certified ? checkCertificate(party, call.evidence()) : Optional.empty();
        if (refusal.isPresent()) {
            return new Caller.Refused(refusal.get());
        }
        if (keys == null) {
            return certified ? new Caller.Proved() : new Caller.Unproved();
        }
        return signed(keys, party, call, certified);
    }

    private Caller signed(SiteKeys known, long party, CallHead call, boolean certified) {
        Optional<PublicKey> key = known.of(party);
        if (key.isEmpty()) {
            return new Caller.Refused(noKey(party));
        }
        boolean signsCall = isSigned(call.headers());
        Optional<Answer> refusal = calls == null
                ? Optional.empty()
                : signsCall ? calls.refusal(key.get(), party, call) : calls.refusalWithout(party);
        return refusal.<Caller>map(Caller.Refused::new)
                .orElseGet(() -> certified || signsCall ? new Caller.Proved() : new Caller.Unproved());
    }

    private boolean isSigned(CallHeaders headers) {
        return calls != null && !headers.callSignature().isNone();
    }

    /**
     * Checks what needs the body, of a caller that was not refused. Nothing of it is parsed into objects for that.
     *
     * @param body as it came; what a proxy has written differently must say the same as Python writes it
     * @return the answer for a body that its caller has not signed; empty if all is well
     */
    public Optional<Answer> refusal(CallHeaders headers, byte[] body, BodyLimit limit) {
        if (keys == null) {
            return Optional.empty();
        }
        if (isSigned(headers)) {
            return headers.callSignature().covers(body)
                    ? Optional.empty()
                    : Optional.of(Answer.failure(
                            Answer.AUTHENTICATION_ERROR, "FFB-6338 the body is not the one that was signed"));
        }
        long party = claimed(headers.srcPartyId()).orElse(ownPartyId);
        return keys.of(party)
                .map(key -> checkSignature(keys, key, headers.signature(), body, limit))
                .orElseGet(() -> Optional.of(noKey(party)));
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

    private Answer noKey(long party) {
        if (party == ownPartyId) {
            return Answer.failure(
                    Answer.AUTHENTICATION_ERROR,
                    "FFB-6101 the call says that it is from party %d, which is this site itself, or does not say from which one: set src_party_id"
                            .formatted(party));
        }
        return Answer.failure(
                Answer.EXCEPTION_ERROR,
                ("FFB-6101 this site has no public key of party %d; its operator adds it to"
                                + " fate.authentication.site.public-keys, or an administrator saves it with key/public/save")
                        .formatted(party));
    }

    private static Optional<Answer> checkSignature(
            SiteKeys keys, PublicKey key, String signature, byte[] body, BodyLimit limit) {
        String sent = new String(body, StandardCharsets.UTF_8);
        return keys.verify(key, sent, signature) || keys.verify(key, rewritten(body, limit), signature)
                ? Optional.empty()
                : Optional.of(Answer.failure(Answer.AUTHENTICATION_ERROR, "authentication failed"));
    }

    private static String rewritten(byte[] body, BodyLimit limit) {
        StringBuilder text = new StringBuilder(body.length);
        WireText.rewrite(body, limit, text);
        return text.toString();
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
