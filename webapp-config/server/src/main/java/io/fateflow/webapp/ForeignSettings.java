package io.fateflow.webapp;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Settings in the environment of whoever calls a program. A server that the program starts for its own purposes, as a demo or a
 * bench does, has none of them: they are of another server, whose database and home would be taken for empty ones.
 */
public final class ForeignSettings implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

    private static final Pattern NAME =
            Pattern.compile("(FATE|SERVER|SPRING|MANAGEMENT|CAMUNDA|LOGGING)[._].*", Pattern.CASE_INSENSITIVE);

    /** Where this machine has something, for any server. */
    private static final Set<String> OF_THE_MACHINE =
            Set.of("FATE_PYTHON_HOME", "FATE_WORKER_EXECUTORDIRECTORY", "FATE_WORKER_EXECUTOR_DIRECTORY");

    ForeignSettings() {}

    /** Whether a variable of the environment is one. */
    public static boolean isOne(String name) {
        return NAME.matcher(name).matches() && !OF_THE_MACHINE.contains(name);
    }

    /** Before any of them is looked at. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        Map<String, Object> others = new LinkedHashMap<>(System.getenv());
        others.keySet().removeIf(ForeignSettings::isOne);
        String name = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
        event.getEnvironment().getPropertySources().replace(name, new SystemEnvironmentPropertySource(name, others));
    }
}
