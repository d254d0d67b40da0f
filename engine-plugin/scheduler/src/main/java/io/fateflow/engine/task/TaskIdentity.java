package io.fateflow.engine.task;

/**
 * Whom an executor's token speaks for.
 *
 * @param taskId {@code <job id>_<component name>}
 */
public record TaskIdentity(
        String jobId, String componentName, String taskId, int taskVersion, String role, String partyId) {}
