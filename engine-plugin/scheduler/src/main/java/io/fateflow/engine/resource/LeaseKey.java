package io.fateflow.engine.resource;

import io.fateflow.dsl.Party;

/**
 * Who holds a lease. A second grant to the same owner is the first one.
 *
 * @param taskId empty for a job's lease
 * @param taskVersion 0 for a job's lease, its number for a bundle
 */
public record LeaseKey(LeaseKind kind, String jobId, Party party, String taskId, int taskVersion) {

    public static LeaseKey job(String jobId, Party party) {
        return new LeaseKey(LeaseKind.JOB, jobId, party, "", 0);
    }

    public static LeaseKey gate(String jobId, Party party, String taskId, int taskVersion) {
        return new LeaseKey(LeaseKind.GATE, jobId, party, taskId, taskVersion);
    }

    public static LeaseKey task(String jobId, Party party, String taskId, int taskVersion) {
        return new LeaseKey(LeaseKind.TASK, jobId, party, taskId, taskVersion);
    }

    /** @param number of the party's bundles */
    public static LeaseKey bundle(String jobId, Party party, int number) {
        return new LeaseKey(LeaseKind.BUNDLE, jobId, party, "", number);
    }

    public String role() {
        return party.role();
    }

    public String partyId() {
        return party.idText();
    }
}
