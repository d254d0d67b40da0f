package io.fateflow.worker.agent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.run.ExecutorUser;
import io.fateflow.worker.runtime.ExecutorLimits;

/**
 * What an executor inherits: FATE's Python needs the server's environment, but nobody needs the server's secrets. It sees
 * the GPUs that its attempt was given, and no others; and it is told how many threads it may run.
 */
final class ExecutorEnvironment {

    /** Spring takes all settings in one variable too, passwords included. */
    private static final Pattern SECRET = Pattern.compile(
            ".*(PASSWORD|PASSWD|SECRET|TOKEN|CREDENTIAL|PRIVATE|_KEY|DATASOURCE|SPRING_APPLICATION_JSON).*");

    private static final Set<String> HARMLESS = Set.of("PATH", "LANG", "LANGUAGE", "TZ", "FATE_LOG_LEVEL");

    private static final List<String> VISIBLE_GPUS =
            List.of("CUDA_VISIBLE_DEVICES", "NVIDIA_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES");
    private static final List<String> THREADS =
            List.of("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS");
    private static final String GPU_SHARE = "FATE_GPU_SHARE";

    private ExecutorEnvironment() {}

    /** @param resources what the attempt was given, as its config says; missing if it needs cores and nothing else */
    static Map<String, String> of(
            ExecutorTask task, CommandTemplate template, JsonNode resources, Map<String, String> inherited) {
        Map<String, String> environment = ofAnyAttempt(inherited);
        environment.put("FATE_JOB_ID", task.jobId());
        environment.putAll(template.environment());
        JsonNode labels = resources.path("labels");
        if (labels.has("GPU")) {
            gpus(environment, labels.path("GPU"));
        }
        int threads = ExecutorLimits.of(resources).processors();
        if (threads > 0) {
            THREADS.forEach(name -> environment.putIfAbsent(name, Integer.toString(threads)));
        }
        return environment;
    }

    /** What all attempts have that ask for nothing and are run by the built-in executor, but for their job. */
    static Map<String, String> ofAnyAttempt(Map<String, String> inherited) {
        Map<String, String> environment = withoutSecrets(inherited);
        environment.put("PROCESS_ROLE", "worker");
        environment.put("FATE_JOB_ID", "");
        // nothing of a GPU that nobody has given it; an operator may give it by its command
        VISIBLE_GPUS.forEach(name -> environment.put(name, ""));
        return environment;
    }

    /** All that an executor gets of the worker's environment that is less trusted than the worker: what is known to be harmless. */
    static Map<String, String> harmless(Map<String, String> inherited) {
        Map<String, String> environment = new HashMap<>();
        inherited.forEach((name, value) -> {
            if (HARMLESS.contains(name) || name.startsWith("LC_")) {
                environment.put(name, value);
            }
        });
        return environment;
    }

    /** With the names of an executor's own user, whom no list of users has. */
    static Map<String, String> ofUser(ExecutorUser user, Map<String, String> environment) {
        Map<String, String> own = new HashMap<>(environment);
        String name = "executor-" + user.id();
        own.put("HOME", user.home().toString());
        own.put("USER", name);
        own.put("LOGNAME", name);
        return own;
    }

    /** What anything that this worker starts may see. */
    static Map<String, String> withoutSecrets(Map<String, String> inherited) {
        Map<String, String> environment = new HashMap<>();
        inherited.forEach((name, value) -> {
            if (!SECRET.matcher(name.toUpperCase(Locale.ROOT)).matches()) {
                environment.put(name, value);
            }
        });
        return environment;
    }

    private static void gpus(Map<String, String> environment, JsonNode gpu) {
        List<String> ids = new ArrayList<>();
        gpu.path("ids").forEach(id -> ids.add(id.asText()));
        VISIBLE_GPUS.forEach(name -> environment.put(name, String.join(",", ids)));
        environment.put(GPU_SHARE, gpu.path("amount").asText());
    }
}
