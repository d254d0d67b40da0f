package io.fateflow.webapp.federation;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

import io.fateflow.federation.directory.Routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FederationPropertiesTest {

    private static FederationProperties bind(Map<String, String> values) {
        return new Binder(new MapConfigurationPropertySource(values))
                .bindOrCreate("fate.federation", FederationProperties.class);
    }

    @Test
    void nothingIsOpenByDefault() {
        FederationProperties federation = bind(Map.of());

        assertThat(federation.enabled()).isFalse();
        assertThat(federation.trustNetwork()).isFalse();
        assertThat(federation.fateVersion()).isEqualTo("1.11.4");
        assertThat(federation.maxMessage()).isEqualTo(DataSize.ofMegabytes(64));
        assertThat(federation.reservation()).isEqualTo(Duration.ofMinutes(10));
        assertThat(federation.silence()).isEqualTo(Duration.ofMinutes(10));
        assertThat(federation.grpc().enabled()).isFalse();
        assertThat(federation.grpc().address()).isEqualTo("127.0.0.1");
        assertThat(federation.grpc().port()).isEqualTo(9360);
        assertThat(federation.table().to(9999)).isEmpty();
    }

    @Test
    void aPartysOwnRouteGoesBeforeTheProxy() {
        Routes routes = bind(Map.of(
                        "fate.federation.routes.9999.host", "guest.example",
                        "fate.federation.routes.9998.host", "other.example",
                        "fate.federation.routes.9998.protocol", "grpc",
                        "fate.federation.proxy.host", "proxy.example",
                        "fate.federation.proxy.name", "nginx"))
                .table();

        assertThat(routes.to(9999)).map(Object::toString).contains("http://guest.example:9380");
        assertThat(routes.to(9998)).map(Object::toString).contains("grpc://other.example:9360");
        assertThat(routes.to(1)).map(Object::toString).contains("http://proxy.example:9380");
    }

    @ParameterizedTest
    @CsvSource({
        "fateflow, http, http://p:9380",
        "nginx, grpc, grpc://p:9360",
        "rollsite, http, grpc://p:9360",
        "osx, http, grpc://p:9360"
    })
    void proxiesSpeakWhatFatesDo(String name, String protocol, String route) {
        Routes routes = bind(Map.of(
                        "fate.federation.proxy.host", "p",
                        "fate.federation.proxy.name", name,
                        "fate.federation.proxy.protocol", protocol))
                .table();

        assertThat(routes.to(5)).map(Object::toString).contains(route);
    }

    @Test
    void anUnknownProxyIsRefusedByName() {
        assertThatThrownBy(() ->
                        bind(Map.of("fate.federation.proxy.host", "p", "fate.federation.proxy.name", "carrier-pigeon")))
                .rootCause()
                .hasMessageContaining("fate.federation.proxy.name")
                .hasMessageContaining("carrier-pigeon");
    }

    @Test
    void fingerprintsMayBeWrittenAsToolsPrintThem() {
        assertThat(bind(Map.of(
                                "fate.federation.routes.9999.host", "h",
                                "fate.federation.routes.9999.certificates[0]", "AB:CD:EF"))
                        .partiesByCertificate())
                .isEqualTo(Map.of("abcdef", Set.of(9999L)));
    }
}
