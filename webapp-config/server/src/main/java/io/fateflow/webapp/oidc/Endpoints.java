package io.fateflow.webapp.oidc;

import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.http.converter.FormHttpMessageConverter;
import org.springframework.security.oauth2.client.endpoint.RestClientAuthorizationCodeTokenResponseClient;
import org.springframework.security.oauth2.client.http.OAuth2ErrorResponseErrorHandler;
import org.springframework.security.oauth2.client.oidc.authentication.OidcAuthorizationCodeAuthenticationProvider;
import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenValidator;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrations;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestCustomizers;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.http.converter.OAuth2AccessTokenResponseHttpMessageConverter;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.JwtTypeValidator;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

import io.fateflow.webapp.security.IssuerPaths;

/**
 * An issuer as it describes itself.
 *
 * @param registration this server there
 * @param starts makes the requests that a browser takes there, with state, nonce and PKCE
 * @param ends takes what a browser brings back
 * @param tokens checks those of programs
 */
record Endpoints(
        ClientRegistration registration,
        DefaultOAuth2AuthorizationRequestResolver starts,
        OidcAuthorizationCodeAuthenticationProvider ends,
        JwtDecoder tokens) {

    private static final String ID = "fate";

    /** Each is made with a key that only the issuer has; what anybody could make with its public one is none of these. */
    private static final Set<SignatureAlgorithm> SIGNATURES = Set.of(
            SignatureAlgorithm.RS256,
            SignatureAlgorithm.RS384,
            SignatureAlgorithm.RS512,
            SignatureAlgorithm.PS256,
            SignatureAlgorithm.PS384,
            SignatureAlgorithm.PS512,
            SignatureAlgorithm.ES256,
            SignatureAlgorithm.ES384,
            SignatureAlgorithm.ES512);

    /**
     * Asks an issuer where it has what.
     *
     * @param secret empty for a public client
     * @throws org.springframework.web.client.RestClientException if it does not answer as issuers do
     * @throws IllegalArgumentException if its answer is that of another one
     */
    static Endpoints discover(OidcProperties oidc, String secret, Clock clock) {
        SimpleClientHttpRequestFactory http = new SimpleClientHttpRequestFactory();
        http.setConnectTimeout(oidc.timeout());
        http.setReadTimeout(oidc.timeout());
        ClientRegistration registration = registration(oidc, secret, description(oidc.issuer(), http));
        DefaultOAuth2AuthorizationRequestResolver starts = new DefaultOAuth2AuthorizationRequestResolver(
                new InMemoryClientRegistrationRepository(registration), IssuerPaths.START);
        starts.setAuthorizationRequestCustomizer(OAuth2AuthorizationRequestCustomizers.withPkce());
        String keys = registration.getProviderDetails().getJwkSetUri();
        return new Endpoints(
                registration, starts, ends(registration, keys, http, clock), tokens(oidc, keys, http, clock));
    }

    private static Map<String, Object> description(String issuer, ClientHttpRequestFactory http) {
        Map<String, Object> described = RestClient.builder()
                .requestFactory(http)
                .build()
                .get()
                .uri(URI.create((issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer)
                        + "/.well-known/openid-configuration"))
                .retrieve()
                .body(new ParameterizedTypeReference<Map<String, Object>>() {});
        if (described == null || !issuer.equals(described.get("issuer"))) {
            throw new IllegalArgumentException("who answers at " + issuer + " is not the issuer " + issuer);
        }
        return described;
    }

    private static ClientRegistration registration(
            OidcProperties oidc, String secret, Map<String, Object> description) {
        return ClientRegistrations.fromOidcConfiguration(description)
                .registrationId(ID)
                .clientId(oidc.clientId())
                .clientSecret(secret)
                .clientAuthenticationMethod(
                        secret.isEmpty()
                                ? ClientAuthenticationMethod.NONE
                                : ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                .redirectUri((oidc.publicUrl().isEmpty() ? "{baseUrl}" : oidc.publicUrl()) + IssuerPaths.END)
                .scope(oidc.scopes())
                .build();
    }

    private static OidcAuthorizationCodeAuthenticationProvider ends(
            ClientRegistration registration, String keys, ClientHttpRequestFactory http, Clock clock) {
        RestClientAuthorizationCodeTokenResponseClient codes = new RestClientAuthorizationCodeTokenResponseClient();
        codes.setRestClient(RestClient.builder()
                .requestFactory(http)
                .messageConverters(converters -> {
                    converters.clear();
                    converters.add(new FormHttpMessageConverter());
                    converters.add(new OAuth2AccessTokenResponseHttpMessageConverter());
                })
                .defaultStatusHandler(new OAuth2ErrorResponseErrorHandler())
                .build());
        OidcIdTokenValidator ofIdTokens = new OidcIdTokenValidator(registration);
        ofIdTokens.setClock(clock);
        NimbusJwtDecoder idTokens = decoder(keys, http);
        idTokens.setJwtValidator(new DelegatingOAuth2TokenValidator<>(List.of(type(), ofIdTokens)));
        // what the issuer has signed says it all: nobody is asked once more
        OidcAuthorizationCodeAuthenticationProvider ends = new OidcAuthorizationCodeAuthenticationProvider(
                codes, request -> new DefaultOidcUser(List.of(), request.getIdToken()));
        ends.setJwtDecoderFactory(anyone -> idTokens);
        return ends;
    }

    private static JwtDecoder tokens(OidcProperties oidc, String keys, ClientHttpRequestFactory http, Clock clock) {
        JwtTimestampValidator times = new JwtTimestampValidator();
        times.setClock(clock);
        NimbusJwtDecoder tokens = decoder(keys, http);
        tokens.setJwtValidator(new DelegatingOAuth2TokenValidator<>(List.of(
                type(),
                times,
                new JwtIssuerValidator(oidc.issuer()),
                // without one it would open this server for ever
                new JwtClaimValidator<Object>("exp", Objects::nonNull),
                new JwtClaimValidator<List<String>>(
                        "aud", audience -> audience != null && audience.contains(oidc.audience())))));
        return tokens;
    }

    private static NimbusJwtDecoder decoder(String keys, ClientHttpRequestFactory http) {
        return NimbusJwtDecoder.withJwkSetUri(keys)
                .restOperations(new RestTemplate(http))
                .jwsAlgorithms(all -> all.addAll(SIGNATURES))
                .validateType(false)
                .build();
    }

    private static OAuth2TokenValidator<Jwt> type() {
        JwtTypeValidator type = new JwtTypeValidator(List.of("JWT", "at+jwt", "application/at+jwt"));
        type.setAllowEmpty(true);
        return type;
    }
}
