package io.fateflow.federation.auth;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.BodyLimit;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.CallSignature;

import static org.assertj.core.api.Assertions.assertThat;

/** Calls of party 9999 to party 10000, signed as a whole. */
final class CallSignaturesTest {

    private static final Instant NOW = Instant.parse("2026-01-02T15:30:45Z");
    private static final String START = "/v1/party/j/host/10000/start";
    private static final String STOP = "/v1/party/j/host/10000/stop/canceled";
    private static final CallHeaders PLAIN = new CallHeaders("1.11.4", "9999", "10000", "guest", "", 7);
    private static final KeyPair GUEST = newKey();

    private final Memory memory = new Memory();
    private final SiteKeys keys = new SiteKeys(GUEST.getPrivate(), Map.of(9999L, GUEST.getPublic()), false);

    private static KeyPair newKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private CallHeaders signed(String path, boolean knowsOurs) {
        return new CallSigner(keys, at(NOW)).sign(path, PLAIN, "{}", knowsOurs);
    }

    private static Clock at(Instant now) {
        return Clock.fixed(now, ZoneOffset.UTC);
    }

    private SiteAuthentication site(long partyId, boolean required, Instant now, Long... bodyOnly) {
        CallSignatures.Rules rules = new CallSignatures.Rules(Duration.ofMinutes(10), required, Set.of(bodyOnly));
        return new SiteAuthentication(partyId, keys, new CallSignatures(partyId, rules, memory, at(now)), Map.of());
    }

    private SiteAuthentication site() {
        return site(10000, false, NOW);
    }

    private static Caller call(SiteAuthentication site, String method, String path, CallHeaders headers) {
        return site.caller(new CallHead(method, path, headers, new CallerEvidence("192.0.2.7", List.of())));
    }

    private static void refused(Caller caller, String id) {
        assertThat(caller.refusal()).hasValueSatisfying(answer -> {
            assertThat(answer.retcode()).isEqualTo(Answer.AUTHENTICATION_ERROR);
            assertThat(answer.retmsg()).startsWith(id);
        });
    }

    @Test
    void theCallerIsKnownBeforeItsBodyIsRead() {
        CallHeaders headers = signed(START, true);

        assertThat(call(site(), "POST", START, headers)).isEqualTo(new Caller.Proved());
        assertThat(site().refusal(headers, "{}".getBytes(StandardCharsets.UTF_8), BodyLimit.SMALL))
                .isEmpty();
        assertThat(site().refusal(headers, "{ }".getBytes(StandardCharsets.UTF_8), BodyLimit.SMALL))
                .hasValueSatisfying(answer -> assertThat(answer.retmsg()).startsWith("FFB-6338"));
    }

    @Test
    void aSignatureIsGoodForOneCallOnly() {
        CallHeaders headers = signed(START, true);

        refused(call(site(), "POST", STOP, headers), "FFB-6332");
        refused(call(site(), "PUT", START, headers), "FFB-6332");
        CallHeaders renumbered = new CallHeaders("1.11.4", "9999", "10000", "guest", "", 8, headers.callSignature());
        refused(call(site(), "POST", START, renumbered), "FFB-6332");
        refused(call(site(10001, false, NOW), "POST", START, headers), "FFB-6335");

        assertThat(call(site(), "POST", START, headers)).isEqualTo(new Caller.Proved());
        refused(call(site(), "POST", START, headers), "FFB-6334");
    }

    @Test
    void aCallIsNotKeptForLater() {
        CallHeaders headers = signed(START, true);

        refused(call(site(10000, false, NOW.plusSeconds(601)), "POST", START, headers), "FFB-6333");
        refused(call(site(10000, false, NOW.minusSeconds(601)), "POST", START, headers), "FFB-6333");
        assertThat(call(site(10000, false, NOW.plusSeconds(599)), "POST", START, headers))
                .isEqualTo(new Caller.Proved());
    }

    @Test
    void whatIsNoTimeOrNumberIsRefused() {
        for (CallSignature odd : List.of(
                new CallSignature("soon", "n".repeat(20), "d", ""),
                new CallSignature(Long.toString(NOW.toEpochMilli()), "n".repeat(65), "d", ""),
                new CallSignature(Long.toString(NOW.toEpochMilli()), "", "d", ""))) {
            CallSignature valid = odd.signed(keys.sign(odd.text("POST", START, PLAIN)));

            assertThat(call(site(), "POST", START, PLAIN.signed("", valid)).refusal())
                    .isPresent();
        }
        assertThat(memory.used).isEmpty();
    }

    @Test
    void whoHasSignedACallIsNotBelievedWithoutAnyMore() {
        CallHeaders fates = PLAIN.signed(keys.sign("{}"), CallSignature.NONE);
        assertThat(call(site(), "POST", START, fates)).isEqualTo(new Caller.Unproved());

        call(site(), "POST", START, signed(START, true));

        refused(call(site(), "POST", STOP, fates), "FFB-6331");
        assertThat(call(site(10000, false, NOW, 9999L), "POST", STOP, fates)).isEqualTo(new Caller.Unproved());
    }

    @Test
    void anOperatorMayAskEverybodyForIt() {
        refused(
                call(site(10000, true, NOW), "POST", START, PLAIN.signed(keys.sign("{}"), CallSignature.NONE)),
                "FFB-6331");
    }

    @Test
    void fatesSignatureTravelsOnlyToThoseWhoKnowNoOther() {
        assertThat(signed(START, true).signature()).isEmpty();
        assertThat(signed(START, false).signature()).isEqualTo(keys.sign("{}"));
        assertThat(new CallSigner(SiteSigner.NONE, at(NOW)).sign(START, PLAIN, "{}", false))
                .isEqualTo(PLAIN);
    }

    @Test
    void headersKeepTheSignatureOnTheirWay() {
        CallHeaders headers = signed(START, true);

        assertThat(CallHeaders.of(headers.http())).isEqualTo(headers);
        assertThat(CallHeaders.of(headers.original())).isEqualTo(headers);
    }

    /** In memory. */
    private static final class Memory implements CallMemory {
        private final Set<String> used = new HashSet<>();
        private final Set<Long> signing = new HashSet<>();

        @Override
        public boolean isFirstUse(long partyId, String nonce, Instant goodUntil) {
            return used.add(partyId + " " + nonce);
        }

        @Override
        public void signs(long partyId) {
            signing.add(partyId);
        }

        @Override
        public boolean isSigning(long partyId) {
            return signing.contains(partyId);
        }
    }
}
