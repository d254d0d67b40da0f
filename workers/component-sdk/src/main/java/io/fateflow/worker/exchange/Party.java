package io.fateflow.worker.exchange;

/** One party in one role of a job. */
public record Party(String role, String partyId) {

    @Override
    public String toString() {
        return role + " " + partyId;
    }
}
