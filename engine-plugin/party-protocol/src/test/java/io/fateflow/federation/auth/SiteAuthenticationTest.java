package io.fateflow.federation.auth;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.BodyLimit;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.WireFormatException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class SiteAuthenticationTest {

    private static final String BODY = "{\"name\": \"Gr\\u00f6\\u00dfe\", \"progress\": 100.0, \"n\": [1, null]}";
    private static final CallerEvidence NO_CERTIFICATE = new CallerEvidence("127.0.0.1", List.of());

    private static KeyPair guest;
    private static KeyPair host;

    @BeforeAll
    static void makeKeys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        guest = generator.generateKeyPair();
        host = generator.generateKeyPair();
    }

    private static CallHeaders from(String partyId, String signature) {
        return new CallHeaders("1.11.4", partyId, "10000", "guest", signature);
    }

    private static byte[] json(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Optional<Answer> refusal(
            SiteAuthentication rules, CallHeaders headers, byte[] body, CallerEvidence evidence) {
        Caller caller = rules.caller(new CallHead("POST", "/v1/info/common", headers, evidence));
        return caller.refusal().or(() -> rules.refusal(headers, body, BodyLimit.SMALL));
    }

    private static SiteAuthentication signed(boolean acceptMd5) {
        return new SiteAuthentication(
                10000,
                new SiteKeys(null, Map.of(9999L, guest.getPublic(), 10000L, host.getPublic()), acceptMd5),
                Map.of());
    }

    @Test
    void takesWhatTheClaimedPartyHasSigned() {
        String signature = new SiteKeys(guest.getPrivate(), Map.of(), false).sign(BODY);

        assertThat(refusal(signed(false), from("9999", signature), json(BODY), NO_CERTIFICATE))
                .isEmpty();
    }

    @Test
    void theTextMayBeWrittenDifferentlyButNotSaySomethingElse() {
        String signature = SiteSignature.SHA256.sign(guest.getPrivate(), BODY);
        String rewritten = "{ \"name\":\"Größe\",\"progress\":1e2, \"n\":[1,null] }";

        assertThat(refusal(signed(false), from("9999", signature), json(rewritten), NO_CERTIFICATE))
                .isEmpty();
        assertThat(refusal(signed(false), from("9999", signature), json(BODY.replace("100.0", "99.0")), NO_CERTIFICATE))
                .contains(Answer.failure(109, "authentication failed"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "10000"})
    void anEmptyPartyIsThisSiteItself(String partyId) {
        String signature = SiteSignature.SHA256.sign(host.getPrivate(), BODY);

        assertThat(refusal(signed(false), from(partyId, signature), json(BODY), NO_CERTIFICATE))
                .isEmpty();
    }

    @Test
    void nobodySpeaksForAnotherParty() {
        String hosts = SiteSignature.SHA256.sign(host.getPrivate(), BODY);

        assertThat(refusal(signed(false), from("9999", hosts), json(BODY), NO_CERTIFICATE))
                .contains(Answer.failure(109, "authentication failed"));
        assertThat(refusal(signed(false), from("9999", ""), json(BODY), NO_CERTIFICATE))
                .isPresent();
        assertThat(refusal(signed(false), from("9999", "no base64!"), json(BODY), NO_CERTIFICATE))
                .isPresent();
        assertThat(refusal(signed(false), from("guest", hosts), json(BODY), NO_CERTIFICATE))
                .isPresent();
    }

    @Test
    void aPartyWithoutKeyIsAnExceptionAsInFate() {
        assertThat(refusal(signed(false), from("8888", "x"), json(BODY), NO_CERTIFICATE))
                .hasValueSatisfying(answer -> {
                    assertThat(answer.retcode()).isEqualTo(100);
                    assertThat(answer.retmsg()).contains("public key of party 8888");
                });
    }

    @Test
    void md5CountsOnlyWhereItIsSwitchedOn() {
        String md5 = SiteSignature.MD5.sign(guest.getPrivate(), BODY);

        assertThat(refusal(signed(false), from("9999", md5), json(BODY), NO_CERTIFICATE))
                .isPresent();
        assertThat(refusal(signed(true), from("9999", md5), json(BODY), NO_CERTIFICATE))
                .isEmpty();
    }

    @Test
    void aCertificateSpeaksForItsOwnPartiesOnly() {
        SiteAuthentication bound = new SiteAuthentication(10000, null, Map.of("aa", Set.of(9999L)));
        CallerEvidence guests = new CallerEvidence("10.0.0.7", List.of("aa", "bb"));
        CallerEvidence strangers = new CallerEvidence("10.0.0.8", List.of("bb", "aa"));

        assertThat(refusal(bound, from("9999", ""), json("{}"), guests)).isEmpty();
        assertThat(refusal(bound, from("10001", ""), json("{}"), guests))
                .hasValueSatisfying(answer -> assertThat(answer.retcode()).isEqualTo(108));
        assertThat(refusal(bound, from("9999", ""), json("{}"), strangers)).isPresent();
        assertThat(refusal(bound, from("9999", ""), json("{}"), NO_CERTIFICATE)).isPresent();
    }

    @Test
    void withoutRulesEverybodyIsBelieved() {
        assertThat(refusal(new SiteAuthentication(10000, null, Map.of()), from("9999", ""), json("{}"), NO_CERTIFICATE))
                .isEmpty();
    }

    @Test
    void readsKeysAsOpensslAndPythonWriteThem(@TempDir Path place) throws Exception {
        Path pkcs8 = write(place, "PRIVATE KEY", guest.getPrivate().getEncoded());
        Path pkcs1 = write(place, "RSA PRIVATE KEY", pkcs1(guest.getPrivate()));
        Path open = write(place, "PUBLIC KEY", guest.getPublic().getEncoded());

        assertThat(PemKeys.privateKey(pkcs8)).isEqualTo(guest.getPrivate());
        assertThat(PemKeys.privateKey(pkcs1)).isEqualTo(guest.getPrivate());
        assertThat(PemKeys.publicKey(open)).isEqualTo(guest.getPublic());
        assertThatThrownBy(() -> PemKeys.publicKey(pkcs8)).hasMessageContaining(pkcs8.toString());
    }

    /** What is inside PKCS#8: behind 26 bytes of envelope for a key of this size. */
    private static byte[] pkcs1(PrivateKey key) {
        byte[] encoded = key.getEncoded();
        return Arrays.copyOfRange(encoded, 26, encoded.length);
    }

    private static Path write(Path place, String kind, byte[] der) throws Exception {
        String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return Files.writeString(
                place.resolve(kind + ".pem"),
                "-----BEGIN " + kind + "-----\n" + base64 + "\n-----END " + kind + "-----\n");
    }

    @Test
    void keysStayOutOfLogs() {
        assertThat(new SiteKeys(guest.getPrivate(), Map.of(9999L, guest.getPublic()), false).toString())
                .isEqualTo("SiteKeys[own=RSA, publicKeys=[9999]]");
    }

    @Test
    void whoCallsIsKnownBeforeTheBodyWhereACertificateSaysSo() {
        SiteAuthentication bound = new SiteAuthentication(10000, null, Map.of("aa", Set.of(9999L)));
        CallerEvidence guests = new CallerEvidence("10.0.0.7", List.of("aa"));

        assertThat(bound.caller(new CallHead("POST", "/v1/info/common", from("9999", ""), guests)))
                .isEqualTo(new Caller.Proved());
        assertThat(signed(false).caller(new CallHead("POST", "/v1/info/common", from("9999", "x"), NO_CERTIFICATE)))
                .isEqualTo(new Caller.Unproved());
        assertThat(bound.caller(new CallHead("POST", "/v1/info/common", from("9999", ""), NO_CERTIFICATE)))
                .isInstanceOf(Caller.Refused.class);
    }

    @Test
    void aBodyThatNobodyHasSignedIsNeverMadeIntoATree() {
        byte[] bomb = ("[" + "{},".repeat(300_000) + "{}]").getBytes(StandardCharsets.UTF_8);
        byte[] pit = "[".repeat(50_000).getBytes(StandardCharsets.UTF_8);
        String signature = SiteSignature.SHA256.sign(host.getPrivate(), BODY);

        for (byte[] body : List.of(bomb, pit)) {
            assertThatThrownBy(() -> signed(false).refusal(from("9999", signature), body, BodyLimit.SMALL))
                    .isInstanceOfSatisfying(
                            WireFormatException.class, e -> assertThat(e.id()).isEqualTo("FFB-6330"));
        }
    }
}
