package io.fateflow.federation.wire;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What is said about a call beside it. Nobody has proved it until the signature or the certificate was checked.
 *
 * @param fateVersion FATE's, not FATE Flow's: {@code a.b.c}
 * @param srcPartyId decimal; empty for calls of an executor to its own site
 * @param destPartyId decimal; proxies route on it
 * @param srcRole the caller's role in the job, or empty
 * @param signature FATE's site signature, or empty
 * @param commandNumber of an initiator's commands about a job to a party: each has a higher one than those before; 0 for other
 *     calls, and for those of FATE Flow, which knows no numbers
 * @param callSignature what a site of ours signs besides; FATE Flow does not know it
 */
public record CallHeaders(
        String fateVersion,
        String srcPartyId,
        String destPartyId,
        String srcRole,
        String signature,
        long commandNumber,
        CallSignature callSignature) {

    private static final String SERVICE = "fateflow";
    private static final int LONGEST_NUMBER = 18;

    /** Of a call without a number. */
    public CallHeaders(String fateVersion, String srcPartyId, String destPartyId, String srcRole, String signature) {
        this(fateVersion, srcPartyId, destPartyId, srcRole, signature, 0);
    }

    /** Of a call whose signature, if it has one, is FATE's. */
    public CallHeaders(
            String fateVersion,
            String srcPartyId,
            String destPartyId,
            String srcRole,
            String signature,
            long commandNumber) {
        this(fateVersion, srcPartyId, destPartyId, srcRole, signature, commandNumber, CallSignature.NONE);
    }

    /** The same call with these signatures. */
    public CallHeaders signed(String fates, CallSignature ours) {
        return new CallHeaders(fateVersion, srcPartyId, destPartyId, srcRole, fates, commandNumber, ours);
    }

    /** Of a command that has come together with others. */
    public CallHeaders numbered(long number) {
        return new CallHeaders(fateVersion, srcPartyId, destPartyId, srcRole, signature, number, callSignature);
    }

    /** As HTTP headers: upper case with dashes. */
    public Map<String, String> http() {
        return named(name -> name.toUpperCase(Locale.ROOT).replace('_', '-'));
    }

    /** Under FATE's own names, as they travel in a packet. */
    public Map<String, String> original() {
        return named(UnaryOperator.identity());
    }

    private Map<String, String> named(UnaryOperator<String> spelling) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(spelling.apply("User-Agent"), SERVICE + "/" + fateVersion);
        headers.put(spelling.apply("service"), SERVICE);
        headers.put(spelling.apply("src_fate_ver"), fateVersion);
        headers.put(spelling.apply("src_party_id"), srcPartyId);
        headers.put(spelling.apply("dest_party_id"), destPartyId);
        headers.put(spelling.apply("src_role"), srcRole);
        if (!signature.isEmpty()) {
            headers.put(spelling.apply("site_signature"), signature);
        }
        if (commandNumber > 0) {
            headers.put(spelling.apply("command_number"), Long.toString(commandNumber));
        }
        if (!callSignature.isNone()) {
            headers.put(spelling.apply("call_time"), callSignature.time());
            headers.put(spelling.apply("call_nonce"), callSignature.nonce());
            headers.put(spelling.apply("call_digest"), callSignature.digest());
            headers.put(spelling.apply("call_signature"), callSignature.value());
        }
        return headers;
    }

    /** Reads headers in any case, with dashes or underscores; one that is missing is empty. */
    public static CallHeaders of(Map<String, String> headers) {
        Map<String, String> known = new LinkedHashMap<>();
        headers.forEach((name, value) -> known.put(name.toLowerCase(Locale.ROOT).replace('-', '_'), value));
        return new CallHeaders(
                known.getOrDefault("src_fate_ver", ""),
                known.getOrDefault("src_party_id", ""),
                known.getOrDefault("dest_party_id", ""),
                known.getOrDefault("src_role", ""),
                known.getOrDefault("site_signature", ""),
                number(known.getOrDefault("command_number", "")),
                new CallSignature(
                        known.getOrDefault("call_time", ""),
                        known.getOrDefault("call_nonce", ""),
                        known.getOrDefault("call_digest", ""),
                        known.getOrDefault("call_signature", "")));
    }

    /** What is no number is none: such a call is taken as one of FATE Flow. */
    private static long number(String text) {
        return !text.isEmpty()
                        && text.length() <= LONGEST_NUMBER
                        && text.chars().allMatch(c -> c >= '0' && c <= '9')
                ? Long.parseLong(text)
                : 0;
    }
}
