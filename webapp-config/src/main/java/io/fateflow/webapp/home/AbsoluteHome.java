package io.fateflow.webapp.home;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.env.EnvironmentPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Makes {@code fate.home} absolute before anything reads it: H2 refuses relative file URLs, and executors are started in
 * directories of their own.
 */
public final class AbsoluteHome implements EnvironmentPostProcessor, Ordered {

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        Path home = Path.of(environment.getProperty("fate.home", "./fate-flow-home"))
                .toAbsolutePath()
                .normalize();
        try {
            // multipart uploads are spooled here by the servlet container, which does not create it
            Files.createDirectories(home.resolve("tmp"));
        } catch (IOException e) {
            throw new UncheckedIOException("The home directory " + home + " (fate.home) can't be written to", e);
        }
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource(
                        "absolute home",
                        Map.of("fate.home", home.toString(), "fate.node.log-suffix", suffix(environment))));
    }

    /** Servers that share a home have names, see {@code fate.node.name}, and logs of their own. */
    private static String suffix(ConfigurableEnvironment environment) {
        String name = environment.getProperty("fate.node.name", "");
        return name.isEmpty() ? "" : "-" + name.replaceAll("[^A-Za-z0-9.-]", "_");
    }

    @Override
    public int getOrder() {
        return ConfigDataEnvironmentPostProcessor.ORDER + 1;
    }
}
