package io.fateflow.webapp.home;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.commons.logging.Log;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.env.EnvironmentPostProcessor;
import org.springframework.boot.logging.DeferredLogFactory;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

import io.fateflow.worker.process.FileNames;
import io.fateflow.worker.process.PrivateFiles;

/**
 * Makes {@code fate.home} absolute before anything reads it: H2 refuses relative file URLs, and executors are started in
 * directories of their own. Nobody else may look into it: hashes, keys and other organisations' data are in there.
 */
public final class AbsoluteHome implements EnvironmentPostProcessor, Ordered {

    /** What H2's URLs, the pattern of the log's names, and Java's class path take for something else. */
    private static final Pattern NOT_IN_A_PATH = Pattern.compile("[;%" + File.pathSeparatorChar + "\\p{Cntrl}]");

    private final Log log;

    /** @param logs logging is set up later; what is said before then is kept until that */
    public AbsoluteHome(DeferredLogFactory logs) {
        this.log = logs.getLog(AbsoluteHome.class);
    }

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        FileNames.warning().ifPresent(log::warn);
        Path home = path(environment.getProperty("fate.home", "./fate-flow-home"));
        Matcher special = NOT_IN_A_PATH.matcher(home.toString());
        if (special.find()) {
            throw new IllegalArgumentException(unusable(
                    home.toString(),
                    "has '%s' in its path, which the database, the log or executors take for something else"
                            .formatted(special.group())));
        }
        try {
            if (PrivateFiles.directory(home)) {
                log.warn("FFB-5219 the home directory " + home
                        + " was open to other users of this machine; it is closed now");
            }
            // multipart uploads are spooled here by the servlet container, which does not create it
            Files.createDirectories(home.resolve("tmp"));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    unusable(home.toString(), "can't be made or written to (%s)".formatted(e)), e);
        }
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource(
                        "absolute home",
                        Map.of("fate.home", home.toString(), "fate.node.log-suffix", suffix(environment))));
    }

    private static Path path(String home) {
        try {
            return Path.of(home).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(
                    unusable(home, "is no path: " + FileNames.objection(home).orElse(e.getReason())), e);
        }
    }

    private static String unusable(String home, String why) {
        return "FFB-2067 The home directory %s (fate.home, FATE_HOME, --home) %s. Choose another, or let this user write there."
                .formatted(home, why);
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
