package io.fateflow.federation.wire;

import java.util.HashMap;
import java.util.Map;

import io.fateflow.dsl.Party;

/**
 * One attempt of a component at one party.
 *
 * @param taskId {@code <job id>_<component>}
 * @param version attempt, from 0
 * @param party of calls to parties the receiver, of reports the reporter
 */
public record TaskAddress(String jobId, String component, String taskId, int version, Party party) implements Address {

    public TaskAddress {
        Segments.check("job_id", jobId);
        Segments.check("component_name", component);
        Segments.check("task_id", taskId);
        Segments.check("role", party.role());
        if (version < 0) {
            throw new IllegalArgumentException("task_version is " + version + ", but versions start at 0");
        }
    }

    @Override
    public JobAddress job() {
        return new JobAddress(jobId, party);
    }

    @Override
    public Map<String, String> pathValues(String detail) {
        Map<String, String> values = new HashMap<>(job().pathValues(detail));
        values.put(PathValues.COMPONENT, component);
        values.put(PathValues.TASK, taskId);
        values.put(PathValues.VERSION, Integer.toString(version));
        return values;
    }
}
