package io.fateflow.webapp.security;

import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

import static org.assertj.core.api.Assertions.assertThat;

class OpenAccessCheckTest {

    private final ApplicationContextRunner server = new ApplicationContextRunner().withUserConfiguration(Door.class);

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1", ""})
    void refusesToListenBeyondLoopbackWithoutClientAuthentication(String address) {
        server.withPropertyValues("server.address=" + address).run(context -> {
            assertThat(context).hasFailed();
            assertThat(context.getStartupFailure())
                    .isInstanceOf(OpenAccessException.class)
                    .hasMessageContaining("FFB-5006");
        });
    }

    @Test
    void refusesIfTheAddressIsLeftOut() {
        server.run(context -> assertThat(context).hasFailed());
    }

    @Test
    void refusesIfTheSwitchIsOnButThereIsNoKey() {
        server.withPropertyValues("server.address=0.0.0.0", "fate.authentication.client.switch=true")
                .run(context -> assertThat(context).hasFailed());
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost", "::1", "127.1.2.3"})
    void listensOnLoopback(String address) {
        server.withPropertyValues("server.address=" + address)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void listensAnywhereWithClientAuthentication() {
        server.withPropertyValues(
                        "server.address=0.0.0.0",
                        "fate.authentication.client.switch=true",
                        "fate.authentication.client.http-app-key=k",
                        "fate.authentication.client.http-secret-key=s")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void listensAnywhereIfItGoesByRoles() {
        server.withPropertyValues("server.address=0.0.0.0", "fate.access.roles=true")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void refusesToBelieveAnyMachineThatItIsAnySite() {
        server.withPropertyValues(signing("fate.federation.enabled=true"))
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(OpenAccessException.class)
                        .hasMessageContaining("FFB-5007")
                        .hasMessageContaining("server.address"));
        server.withPropertyValues(
                        "server.address=127.0.0.1",
                        "fate.federation.enabled=true",
                        "fate.federation.grpc.enabled=true",
                        "fate.federation.grpc.address=0.0.0.0")
                .run(context ->
                        assertThat(context.getStartupFailure()).hasMessageContaining("fate.federation.grpc.address"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fate.authentication.site.switch=true",
                "server.ssl.client-auth=need",
                "fate.federation.trust-network=true"
            })
    void listensForSitesThatProveWhoTheyAre(String proof) {
        server.withPropertyValues(signing("fate.federation.enabled=true", proof))
                .run(context -> assertThat(context).hasNotFailed());
    }

    private static String[] signing(String... more) {
        return Stream.concat(
                        Stream.of(
                                "server.address=0.0.0.0",
                                "fate.authentication.client.switch=true",
                                "fate.authentication.client.http-app-key=k",
                                "fate.authentication.client.http-secret-key=s"),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    @Test
    void saysHowToDoItRight() {
        var analysis = new OpenAccessFailureAnalyzer().analyze(new OpenAccessException("0.0.0.0"));

        assertThat(analysis.getAction()).contains("FATE_AUTHENTICATION_CLIENT_SWITCH=true", "127.0.0.1");
    }

    @Configuration(proxyBeanMethods = false)
    static class Door {
        @Bean
        static OpenAccessCheck openDoor(Environment environment) {
            return new OpenAccessCheck(environment);
        }
    }
}
