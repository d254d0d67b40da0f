package io.fateflow.engine.resource;

/**
 * Who holds a lease. A second grant to the same owner is the first one.
 *
 * @param kind {@code job}: cores of an engine; {@code gate}: a slot of the job's task_parallelism; {@code task}: cores
 *     of the party's job
 * @param taskId empty for a job's lease
 * @param taskVersion 0 for a job's lease
 */
public record LeaseKey(String kind, String jobId, String role, String partyId, String taskId, int taskVersion) {

    public static LeaseKey job(String jobId, String role, String partyId) {
        return new LeaseKey("job", jobId, role, partyId, "", 0);
    }

    public static LeaseKey gate(String jobId, String role, String partyId, String taskId, int taskVersion) {
        return new LeaseKey("gate", jobId, role, partyId, taskId, taskVersion);
    }

    public static LeaseKey task(String jobId, String role, String partyId, String taskId, int taskVersion) {
        return new LeaseKey("task", jobId, role, partyId, taskId, taskVersion);
    }
}
