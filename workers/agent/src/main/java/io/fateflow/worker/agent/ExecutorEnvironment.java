package io.fateflow.worker.agent;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

import io.fateflow.worker.api.ExecutorTask;

/** What an executor inherits: FATE's Python needs the server's environment, but nobody needs the server's secrets. */
final class ExecutorEnvironment {

    /** Spring takes all settings in one variable too, passwords included. */
    private static final Pattern SECRET = Pattern.compile(
            ".*(PASSWORD|PASSWD|SECRET|TOKEN|CREDENTIAL|PRIVATE|_KEY|DATASOURCE|SPRING_APPLICATION_JSON).*");

    private ExecutorEnvironment() {}

    static Map<String, String> of(ExecutorTask task, CommandTemplate template, Map<String, String> inherited) {
        Map<String, String> environment = new HashMap<>();
        inherited.forEach((name, value) -> {
            if (!SECRET.matcher(name.toUpperCase(Locale.ROOT)).matches()) {
                environment.put(name, value);
            }
        });
        environment.put("PROCESS_ROLE", "worker");
        environment.put("FATE_JOB_ID", task.jobId());
        environment.putAll(template.environment());
        return environment;
    }
}
