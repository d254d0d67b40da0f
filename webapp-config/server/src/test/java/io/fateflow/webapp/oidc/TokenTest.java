package io.fateflow.webapp.oidc;

import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import io.fateflow.webapp.federation.Certificates;
import io.fateflow.webapp.role.Account;
import io.fateflow.webapp.role.Role;
import io.fateflow.webapp.security.AccountsAwayException;
import io.fateflow.webapp.security.BearerTokens.BadTokenException;
import io.fateflow.webapp.security.LoginAnswer;
import io.fateflow.webapp.security.Logins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Which tokens open this server, and which don't; the issuer that they are of is a real one. */
@Tag("slow")
class TokenTest {

    private static TestIssuer server;
    private static Issuer issuer;

    @BeforeAll
    static void start() {
        server = new TestIssuer();
        issuer = issuer(server.url());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Issuer issuer(String url) {
        Map<String, String> settings = new HashMap<>();
        settings.put("fate.access.oidc.issuer", url);
        settings.put("fate.access.oidc.client-id", TestIssuer.CLIENT);
        settings.put("fate.access.oidc.audience", TestIssuer.AUDIENCE);
        settings.put("fate.access.oidc.groups-claim", "realm.groups");
        settings.put("fate.access.oidc.roles[0].group", "/fate/platforms");
        settings.put("fate.access.oidc.roles[0].roles", "platform");
        settings.put("fate.access.oidc.timeout", "2s");
        return new Issuer(
                new Binder(new MapConfigurationPropertySource(settings))
                        .bindOrCreate("fate.access.oidc", OidcProperties.class),
                new OnlyAdmin(),
                Clock.systemUTC());
    }

    private static JWTClaimsSet.Builder claims() {
        return new JWTClaimsSet.Builder()
                .issuer(server.url())
                .audience(List.of("another", TestIssuer.AUDIENCE))
                .expirationTime(Date.from(Instant.now().plus(Duration.ofMinutes(5))))
                .claim("preferred_username", "robot")
                .claim("realm", Map.of("groups", List.of("/fate/platforms", "/others")));
    }

    private static String signed(JWTClaimsSet.Builder claims) throws JOSEException {
        return signed(claims, JWSAlgorithm.RS256, new RSASSASigner(server.key()), "JWT");
    }

    private static String signed(JWTClaimsSet.Builder claims, JWSAlgorithm algorithm, JWSSigner signer, String type)
            throws JOSEException {
        JWSHeader header = new JWSHeader.Builder(algorithm)
                .keyID(server.key().getKeyID())
                .type(new JOSEObjectType(type))
                .build();
        SignedJWT token = new SignedJWT(header, claims.build());
        token.sign(signer);
        return token.serialize();
    }

    @Test
    void aTokenForThisServerIsItsAccountsWithTheRolesOfItsGroups() throws Exception {
        assertThat(issuer.account(signed(claims()))).isEqualTo(new Account("robot", Set.of(Role.PLATFORM)));
        assertThat(issuer.account(signed(claims(), JWSAlgorithm.PS256, new RSASSASigner(server.key()), "at+jwt")))
                .isEqualTo(new Account("robot", Set.of(Role.PLATFORM)));
    }

    @Test
    void aTokenOfNoGroupWithARoleHasNone() throws Exception {
        assertThat(issuer.account(signed(claims().claim("realm", Map.of("groups", List.of("/fate/platforms/x")))))
                        .roles())
                .isEmpty();
        assertThat(issuer.account(signed(claims().claim("realm", "/fate/platforms")))
                        .roles())
                .isEmpty();
    }

    @Test
    void aTokenForAnotherServerOpensNothing() throws Exception {
        assertRefused(signed(claims().audience("fate-api-of-another")), "audience");
        assertRefused(signed(claims().audience(TestIssuer.CLIENT)), "audience");
        assertRefused(signed(claims().audience((String) null)), "audience");
    }

    @Test
    void aTokenThatHasExpiredOrNeverDoesOpensNothing() throws Exception {
        assertRefused(
                signed(claims().expirationTime(Date.from(Instant.now().minus(Duration.ofMinutes(5))))), "expired");
        assertRefused(signed(claims().expirationTime(null)), "end");
        assertRefused(
                signed(claims().notBeforeTime(Date.from(Instant.now().plus(Duration.ofMinutes(5))))), "not valid yet");
    }

    @Test
    void aTokenOfAnotherIssuerOpensNothing() throws Exception {
        assertRefused(signed(claims().issuer("http://127.0.0.1:1")), "another issuer");
        assertRefused(
                signed(
                        claims(),
                        JWSAlgorithm.RS256,
                        new RSASSASigner(Certificates.keys().getPrivate()),
                        "JWT"),
                "signature");
    }

    @Test
    void aTokenThatWasAlteredOrNeverSignedOpensNothing() throws Exception {
        String[] parts = signed(claims()).split("\\.", -1);
        String other = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(claims().claim("preferred_username", "somebody")
                        .build()
                        .toString()
                        .getBytes(StandardCharsets.UTF_8));
        assertRefused(parts[0] + "." + other + "." + parts[2], "signature");
        assertRefused(new PlainJWT(claims().build()).serialize(), "signature");
        assertRefused(parts[0] + "." + parts[1] + ".", "");
        assertRefused("no token", "no token");
        assertRefused("", "no token");
        assertRefused("a".repeat(20_000), "longer");
    }

    /** With the issuer's public key as a secret anybody could make one. */
    @Test
    void aTokenThatIsSignedWithASecretOpensNothing() throws Exception {
        byte[] publicKey = server.key().toRSAPublicKey().getEncoded();

        assertRefused(signed(claims(), JWSAlgorithm.HS256, new MACSigner(publicKey), "JWT"), "signature");
    }

    @Test
    void aTokenOfAnotherKindOpensNothing() throws Exception {
        assertRefused(signed(claims(), JWSAlgorithm.RS256, new RSASSASigner(server.key()), "logout+jwt"), "kind");
    }

    @Test
    void aTokenNeverNamesAnAccountOfTheServersOwn() throws Exception {
        assertRefused(signed(claims().claim("preferred_username", "admin")), "this server's own");
        assertRefused(signed(claims().claim("preferred_username", "client")), "no account");
        assertRefused(signed(claims().claim("preferred_username", "")), "no account");
        assertRefused(signed(claims().claim("preferred_username", 7)), "no account");
    }

    @Test
    void anIssuerThatDoesNotAnswerIsSaid() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Issuer away = issuer("http://127.0.0.1:" + port);

        assertThatThrownBy(() -> away.account(signed(claims())))
                .isInstanceOfSatisfying(
                        AccountsAwayException.class, e -> assertThat(e.id()).isEqualTo("FFB-5020"));
    }

    /** Whoever answers at an address in an issuer's stead is not it. */
    @Test
    void anIssuerThatSaysItIsAnotherOneIsNone() throws Exception {
        Issuer another = issuer(server.url().replace("127.0.0.1", "localhost"));

        assertThatThrownBy(() -> another.account(signed(claims())))
                .isInstanceOf(AccountsAwayException.class)
                .hasStackTraceContaining("is not the issuer");
    }

    private static void assertRefused(String token, String why) {
        assertThatThrownBy(() -> issuer.account(token))
                .isInstanceOf(BadTokenException.class)
                .hasMessageContaining(why);
    }

    private static final class OnlyAdmin implements Logins {

        @Override
        public LoginAnswer check(String userId, String password, String code) {
            return LoginAnswer.of(Optional.empty());
        }

        @Override
        public Set<String> groupsOf(String userId) {
            return Set.of();
        }

        @Override
        public boolean isOfThisServer(String userId) {
            return userId.equals("admin");
        }

        @Override
        public Duration wait(String userId, String address) {
            return Duration.ZERO;
        }
    }
}
