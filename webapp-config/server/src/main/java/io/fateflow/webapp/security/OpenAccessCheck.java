package io.fateflow.webapp.security;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;

import io.fateflow.webapp.home.OwnAddress;

/**
 * Refuses to start a server that other machines can reach and that lets everybody in. Runs before any other part is
 * made, so that nothing is written by a server that must not be.
 */
final class OpenAccessCheck implements BeanFactoryPostProcessor {

    private static final String SECTION = "fate.authentication.client.";

    private final Environment environment;

    OpenAccessCheck(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
        String address = environment.getProperty("server.address");
        if (!OwnAddress.isLoopback(address) && !is("fate.access.roles") && !signs()) {
            throw new OpenAccessException(address == null || address.isBlank() ? "all interfaces" : address);
        }
        if (is("fate.federation.enabled") && !is("fate.federation.trust-network")) {
            checkSites(address);
        }
    }

    /** Over HTTP a certificate is asked for by the server's own settings, over gRPC by the trusted authorities. */
    private void checkSites(@Nullable String address) {
        boolean signed = is("fate.authentication.site.switch");
        if (!signed
                && !OwnAddress.isLoopback(address)
                && !"need".equalsIgnoreCase(environment.getProperty("server.ssl.client-auth"))) {
            throw OpenAccessException.toSites("server.address");
        }
        if (!signed
                && is("fate.federation.grpc.enabled")
                && !OwnAddress.isLoopback(environment.getProperty("fate.federation.grpc.address", "127.0.0.1"))
                && environment.getProperty("fate.federation.grpc.tls.trusted") == null) {
            throw OpenAccessException.toSites("fate.federation.grpc.address");
        }
    }

    private boolean is(String name) {
        return environment.getProperty(name, Boolean.class, false);
    }

    private boolean signs() {
        return environment.getProperty(SECTION + "switch", Boolean.class, false)
                && !environment.getProperty(SECTION + "http-app-key", "").isBlank()
                && !environment.getProperty(SECTION + "http-secret-key", "").isBlank();
    }
}
