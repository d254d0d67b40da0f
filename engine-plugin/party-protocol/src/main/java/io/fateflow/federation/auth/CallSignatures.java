package io.fateflow.federation.auth;

import java.security.PublicKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.CallSignature;

/**
 * Checks what sites of ours sign of a call: that it was made here, now, and for the first time. A party that has done so
 * once is expected to do so always, so that nobody can leave it out for it.
 */
public final class CallSignatures {

    private static final Logger LOG = LoggerFactory.getLogger(CallSignatures.class);
    private static final Pattern NONCE = Pattern.compile("[A-Za-z0-9_-]{16,64}");
    private static final Pattern TIME = Pattern.compile("\\d{1,15}");

    private final long ownPartyId;
    private final Rules rules;
    private final CallMemory memory;
    private final Clock clock;
    private final Set<Long> warned = ConcurrentHashMap.newKeySet();

    /**
     * What an operator decides.
     *
     * @param tolerance how far a caller's clock may be off; a number is remembered for as long
     * @param required whether no party may call without
     * @param bodyOnly parties that may do without although they did not before: their site is FATE Flow in Python now
     */
    public record Rules(Duration tolerance, boolean required, Set<Long> bodyOnly) {

        public Rules {
            bodyOnly = Set.copyOf(bodyOnly);
        }
    }

    public CallSignatures(long ownPartyId, Rules rules, CallMemory memory, Clock clock) {
        this.ownPartyId = ownPartyId;
        this.rules = rules;
        this.memory = memory;
        this.clock = clock;
    }

    /** The answer for a call whose signature is wrong, too old, for another site, or was here before. */
    Optional<Answer> refusal(PublicKey key, long partyId, CallHead call) {
        CallHeaders headers = call.headers();
        CallSignature signature = headers.callSignature();
        String text = signature.text(call.method(), call.path(), headers);
        if (!SiteSignature.SHA256.verify(key, text, signature.value())) {
            return refused("FFB-6332 the signature of this call is not party %d's".formatted(partyId));
        }
        if (!headers.destPartyId().equals(Long.toString(ownPartyId))) {
            return refused("FFB-6335 this call is for party %s, and this is party %d's site"
                    .formatted(headers.destPartyId(), ownPartyId));
        }
        Instant made = made(signature);
        Duration off = Duration.between(made, clock.instant()).abs();
        if (off.compareTo(rules.tolerance()) > 0) {
            return refused(
                    ("FFB-6333 by the clock of this site the call is %s s off, more than %s s: set both clocks, or"
                                    + " fate.authentication.site.clock-tolerance")
                            .formatted(off.toSeconds(), rules.tolerance().toSeconds()));
        }
        if (!NONCE.matcher(signature.nonce()).matches()
                || !memory.isFirstUse(partyId, signature.nonce(), made.plus(rules.tolerance()))) {
            return refused(Answer.USED_BEFORE + " this call was here before; a new one needs a new signature");
        }
        memory.signs(partyId);
        return Optional.empty();
    }

    /** What is no time was long ago. */
    private static Instant made(CallSignature signature) {
        return TIME.matcher(signature.time()).matches()
                ? Instant.ofEpochMilli(Long.parseLong(signature.time()))
                : Instant.EPOCH;
    }

    /** The answer for a call that has none, and should. */
    Optional<Answer> refusalWithout(long partyId) {
        if (partyId == ownPartyId || rules.bodyOnly().contains(partyId)) {
            return Optional.empty();
        }
        if (rules.required() || memory.isSigning(partyId)) {
            return refused(
                    ("FFB-6331 party %d signs its calls, and this one has the signature of its body alone; if its"
                                    + " site is FATE Flow in Python now, add it to fate.authentication.site.body-only")
                            .formatted(partyId));
        }
        if (warned.add(partyId)) {
            LOG.warn(
                    "party {} signs the bodies of its calls alone, as FATE Flow does: whoever has seen one call can send it"
                            + " again, to any path; certificates prevent that (docs/federation.md, Between sites)",
                    partyId);
        }
        return Optional.empty();
    }

    private static Optional<Answer> refused(String why) {
        return Optional.of(Answer.failure(Answer.AUTHENTICATION_ERROR, why));
    }
}
