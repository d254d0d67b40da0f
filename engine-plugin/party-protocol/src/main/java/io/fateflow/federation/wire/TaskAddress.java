package io.fateflow.federation.wire;

import io.fateflow.dsl.Party;

/**
 * One attempt of a component at one party.
 *
 * @param taskId {@code <job id>_<component>}
 * @param version attempt, from 0
 * @param party of calls to parties the receiver, of reports the reporter
 */
public record TaskAddress(String jobId, String component, String taskId, int version, Party party) {

    public TaskAddress {
        Segments.check("job_id", jobId);
        Segments.check("component_name", component);
        Segments.check("task_id", taskId);
        Segments.check("role", party.role());
        if (version < 0) {
            throw new IllegalArgumentException("task_version is " + version + ", but versions start at 0");
        }
    }

    String path(String prefix, String action) {
        return Segments.path(
                prefix,
                jobId,
                component,
                taskId,
                Integer.toString(version),
                party.role(),
                Long.toString(party.partyId()),
                action);
    }
}
