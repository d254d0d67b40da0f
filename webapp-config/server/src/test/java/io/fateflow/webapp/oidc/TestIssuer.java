package io.fateflow.webapp.oidc;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.http.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.autoconfigure.security.servlet.SecurityAutoConfiguration;
import org.springframework.boot.autoconfigure.security.servlet.SecurityFilterAutoConfiguration;
import org.springframework.boot.autoconfigure.web.embedded.EmbeddedWebServerFactoryCustomizerAutoConfiguration;
import org.springframework.boot.autoconfigure.web.servlet.DispatcherServletAutoConfiguration;
import org.springframework.boot.autoconfigure.web.servlet.ServletWebServerFactoryAutoConfiguration;
import org.springframework.boot.autoconfigure.web.servlet.WebMvcAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.config.annotation.web.configuration.OAuth2AuthorizationServerConfiguration;
import org.springframework.security.oauth2.server.authorization.config.annotation.web.configurers.OAuth2AuthorizationServerConfigurer;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.security.oauth2.server.authorization.settings.ClientSettings;
import org.springframework.security.oauth2.server.authorization.settings.TokenSettings;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.LoginUrlAuthenticationEntryPoint;

/** A real issuer on this machine, with some people, and a program called {@code robot}. */
public final class TestIssuer implements AutoCloseable {

    public static final String CLIENT = "fate";
    public static final String SECRET = "secret-of-fate";
    public static final String AUDIENCE = "fate-api";
    public static final String PASSWORD = "at-the-issuer";

    /** By account; who is not there is in none. */
    private static final Map<String, List<String>> GROUPS = Map.of(
            "carol",
            List.of("/fate/operators"),
            "admin",
            List.of("/fate/operators"),
            "robot",
            List.of("/fate/platforms"));

    private final int port;
    private final RSAKey key;
    private final AtomicReference<String> redirect = new AtomicReference<>("http://127.0.0.1/none");
    private @Nullable ConfigurableApplicationContext running;

    /** Starts it. */
    public TestIssuer() {
        KeyPair keys = keys();
        key = new RSAKey.Builder((RSAPublicKey) keys.getPublic())
                .privateKey((RSAPrivateKey) keys.getPrivate())
                .keyID("of-the-test")
                .build();
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        start();
    }

    private static KeyPair keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public void start() {
        SpringApplication application = new SpringApplicationBuilder(Beans.class)
                .web(WebApplicationType.SERVLET)
                .properties(Map.of(
                        "server.port", port,
                        "server.address", "127.0.0.1",
                        "server.tomcat.basedir", "target/issuer",
                        "spring.config.location", "optional:classpath:/no-such-settings/",
                        "spring.jmx.enabled", "false",
                        "logging.level.root", "warn"))
                .initializers(context -> context.getBeanFactory().registerSingleton("testIssuer", this))
                .build();
        application.setRegisterShutdownHook(false);
        running = application.run();
    }

    @Override
    public void close() {
        if (running != null) {
            running.close();
            running = null;
        }
    }

    public String url() {
        return "http://127.0.0.1:" + port;
    }

    /** The key that signs all it says. */
    public RSAKey key() {
        return key;
    }

    /** Where it may send browsers to. */
    public void sendTo(String uri) {
        redirect.set(uri);
    }

    /** No component: the server under test would find it. */
    @ImportAutoConfiguration({
        ServletWebServerFactoryAutoConfiguration.class,
        EmbeddedWebServerFactoryCustomizerAutoConfiguration.class,
        DispatcherServletAutoConfiguration.class,
        HttpMessageConvertersAutoConfiguration.class,
        WebMvcAutoConfiguration.class,
        SecurityAutoConfiguration.class,
        SecurityFilterAutoConfiguration.class
    })
    static class Beans {

        @Bean
        @Order(1)
        SecurityFilterChain protocol(HttpSecurity http) throws Exception {
            OAuth2AuthorizationServerConfigurer server = OAuth2AuthorizationServerConfigurer.authorizationServer();
            return http.securityMatcher(server.getEndpointsMatcher())
                    .with(server, it -> it.oidc(Customizer.withDefaults()))
                    .authorizeHttpRequests(all -> all.anyRequest().authenticated())
                    .exceptionHandling(
                            it -> it.authenticationEntryPoint(new LoginUrlAuthenticationEntryPoint("/login")))
                    .build();
        }

        @Bean
        @Order(2)
        SecurityFilterChain page(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(all -> all.anyRequest().authenticated())
                    .csrf(AbstractHttpConfigurer::disable)
                    .formLogin(Customizer.withDefaults())
                    .build();
        }

        @Bean
        UserDetailsService people() {
            return new InMemoryUserDetailsManager(List.of(person("carol"), person("stranger"), person("admin")));
        }

        private static UserDetails person(String name) {
            return User.withUsername(name)
                    .password("{noop}" + PASSWORD)
                    .roles("USER")
                    .build();
        }

        @Bean
        RegisteredClientRepository clients(TestIssuer issuer) {
            return new Clients(issuer.redirect);
        }

        @Bean
        JWKSource<SecurityContext> keys(TestIssuer issuer) {
            return new ImmutableJWKSet<>(new JWKSet(issuer.key));
        }

        @Bean
        JwtDecoder ownTokens(JWKSource<SecurityContext> keys) {
            return OAuth2AuthorizationServerConfiguration.jwtDecoder(keys);
        }

        @Bean
        AuthorizationServerSettings settings(TestIssuer issuer) {
            return AuthorizationServerSettings.builder().issuer(issuer.url()).build();
        }

        @Bean
        OAuth2TokenCustomizer<JwtEncodingContext> claims() {
            return context -> {
                String name = context.getPrincipal().getName();
                context.getClaims()
                        .claim("preferred_username", name)
                        .claim("realm", Map.of("groups", GROUPS.getOrDefault(name, List.of())));
                if (context.getTokenType().getValue().equals("access_token")) {
                    context.getClaims().audience(List.of(AUDIENCE));
                }
            };
        }
    }

    private record Clients(AtomicReference<String> redirect) implements RegisteredClientRepository {

        @Override
        public void save(RegisteredClient client) {
            // it would only keep the secret in another form
        }

        @Override
        public @Nullable RegisteredClient findById(String id) {
            return findByClientId(id);
        }

        @Override
        public @Nullable RegisteredClient findByClientId(String id) {
            return switch (id) {
                case CLIENT ->
                    RegisteredClient.withId(CLIENT)
                            .clientId(CLIENT)
                            .clientSecret("{noop}" + SECRET)
                            .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                            .authorizationGrantType(AuthorizationGrantType.AUTHORIZATION_CODE)
                            .redirectUri(redirect.get())
                            .postLogoutRedirectUri(
                                    String.valueOf(redirect.get()).replace("/done", "/out"))
                            .scope("openid")
                            .scope("profile")
                            .clientSettings(ClientSettings.builder()
                                    .requireProofKey(true)
                                    .build())
                            .build();
                case "robot" ->
                    RegisteredClient.withId("robot")
                            .clientId("robot")
                            .clientSecret("{noop}" + SECRET)
                            .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                            .authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
                            .tokenSettings(TokenSettings.builder()
                                    .accessTokenTimeToLive(Duration.ofMinutes(10))
                                    .build())
                            .build();
                default -> null;
            };
        }
    }
}
