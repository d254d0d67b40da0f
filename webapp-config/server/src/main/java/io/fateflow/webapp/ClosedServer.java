package io.fateflow.webapp;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** A server for commands on a site that is down: no job executor, no worker, no other site, and a port that nobody knows. */
public final class ClosedServer {

    private ClosedServer() {}

    /** @param home the server's home directory; null for where the environment says */
    public static Map<String, Object> settings(@Nullable Path home) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("server.port", 0);
        settings.put("camunda.bpm.job-execution.enabled", false);
        settings.put("fate.worker.enabled", false);
        settings.put("fate.federation.enabled", false);
        settings.put("fate.at-rest.look-only", true);
        settings.put("logging.threshold.console", "warn");
        if (home != null) {
            settings.put("fate.home", home);
        }
        return settings;
    }
}
