package io.fateflow.webapp.setting;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import io.fateflow.dsl.module.Spelling;
import io.fateflow.webapp.setting.SettingShape.Misfit;

/**
 * Refuses a start whose settings below {@code fate} have one that there is not: Spring Boot would pass over it, and whoever has
 * misspelt {@code fate.access.roles} would have a server that is open. Where others have such names, as in the environment and among the
 * JVM's properties, it only warns, and of groups that it does not know it says nothing there.
 *
 * <p>Spring Boot's own refusal ({@code ignoreUnknownFields}) is a record's: it takes the groups within a group for mistakes, does not
 * look at records that conditions leave out, and never sees a group that is misspelt.
 */
public final class UnknownSettings implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final Logger log = LoggerFactory.getLogger(UnknownSettings.class);

    /** What Kubernetes gives each container of a namespace for a service of a name such as {@code fate-worker}. */
    private static final Pattern OF_A_SERVICE = Pattern.compile(".*_SERVICE_(HOST|PORT.*)|FATE_.+_PORT(_\\d+_.*)?");

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        check(context.getEnvironment());
    }

    /** @throws IllegalStateException that names each, where it comes from, and what there is instead */
    static void check(ConfigurableEnvironment environment) {
        KnownSettings known = new KnownSettings();
        Map<ConfigurationPropertyName, String> refused = new TreeMap<>();
        Set<String> doubtful = new TreeSet<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource variables) {
                Stream.of(variables.getPropertyNames())
                        .filter(known::isMisspelt)
                        .filter(name -> !OF_A_SERVICE.matcher(name).matches())
                        .forEach(doubtful::add);
            } else if (source instanceof IterableConfigurationPropertySource names) {
                boolean isShared = isOfTheJvm(source);
                names.stream().filter(KnownSettings.ROOT::isAncestorOf).forEach(name -> {
                    Misfit misfit = known.misfit(name).orElse(null);
                    if (misfit != null && !isShared) {
                        refused.putIfAbsent(name, line(name, misfit, origin(source, name)));
                    } else if (misfit != null && misfit.index() > KnownSettings.GROUP) {
                        doubtful.add("-D" + name);
                    }
                });
            }
        }
        if (!doubtful.isEmpty()) {
            log.warn("FFB-2066 this program has no such settings, whoever has set them for this process: {}", doubtful);
        }
        if (!refused.isEmpty()) {
            throw new IllegalStateException("FFB-2065 The server does not start: it has no such setting as\n  "
                    + String.join("\n  ", refused.values())
                    + "\nWhat to do: correct it, or take it out.");
        }
    }

    private static boolean isOfTheJvm(ConfigurationPropertySource source) {
        return source.getUnderlyingSource() instanceof PropertySource<?> properties
                && properties.getName().equals(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
    }

    /** The line of a file, or what else has properties. */
    private static String origin(ConfigurationPropertySource source, ConfigurationPropertyName name) {
        Origin origin = Origin.from(source.getConfigurationProperty(name));
        return origin instanceof PropertySourceOrigin of && of.getOrigin() == null
                ? of.getPropertySource().getName()
                : String.valueOf(origin);
    }

    private static String line(ConfigurationPropertyName name, Misfit misfit, String origin) {
        ConfigurationPropertyName group = name.chop(misfit.index());
        String wrong = name.chop(misfit.index() + 1).getLastElement(ConfigurationPropertyName.Form.DASHED);
        String instead = Spelling.closest(wrong, misfit.others())
                .map(near -> "did you mean " + group.append(near) + "?")
                .orElseGet(() -> misfit.others().isEmpty()
                        ? group + " is one value"
                        : group + " has " + String.join(", ", misfit.others()));
        return "%s (%s): %s".formatted(name, origin, instead);
    }
}
