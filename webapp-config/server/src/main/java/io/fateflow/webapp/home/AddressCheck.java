package io.fateflow.webapp.home;

import java.util.List;

import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/**
 * Refuses to start a server that could not be called by who has to call it, before any other part is made. Otherwise its jobs
 * fail, of which each says no more than that something does not answer.
 */
public final class AddressCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final List<String> PREFIXES = List.of("server.servlet.context-path", "spring.mvc.servlet.path");

    /** @throws IllegalStateException if it could not be called */
    @Override
    public void initialize(ConfigurableApplicationContext context) {
        check(context.getEnvironment());
    }

    static void check(Environment environment) {
        for (String setting : PREFIXES) {
            String prefix = environment.getProperty(setting, "");
            if (!prefix.isEmpty() && !prefix.equals("/")) {
                throw new IllegalStateException(
                        "FFB-2070 The server does not start: %s is %s, but FATE's clients, workers and other sites call paths that begin at /."
                                        .formatted(setting, prefix)
                                + " Leave it out, and give the server a port or a host name of its own.");
            }
        }
        if (new OwnAddress(environment).hasTls()
                && environment.getProperty("fate.worker.enabled", Boolean.class, true)) {
            throw new IllegalStateException(
                    "FFB-2069 The server does not start: it takes TLS alone (server.ssl), for which its own worker's executors have no name to call."
                            + " Set fate.worker.enabled=false and start a worker by itself (fate-flow-bpm worker --server"
                            + " https://…), or have TLS done by a proxy in front.");
        }
    }
}
