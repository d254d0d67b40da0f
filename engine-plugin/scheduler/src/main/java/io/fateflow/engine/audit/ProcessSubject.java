package io.fateflow.engine.audit;

import org.jspecify.annotations.Nullable;

/**
 * What a process instance is about.
 *
 * @param component empty for the whole job
 */
record ProcessSubject(
        String process,
        String component,
        String role,
        String partyId,
        @Nullable Integer attempt) {

    /** @param businessKey of a party's task: task id, version, role and party id; of the others the job's id */
    static ProcessSubject of(String process, String businessKey, String jobId, String calledFor) {
        String[] parts = businessKey.split("\\|", -1);
        return parts.length == 4
                ? new ProcessSubject(
                        process,
                        parts[0].substring(Math.min(parts[0].length(), jobId.length() + 1)),
                        parts[2],
                        parts[3],
                        Integer.valueOf(parts[1]))
                : new ProcessSubject(process, calledFor, "", "", null);
    }
}
