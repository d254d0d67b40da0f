package io.fateflow.engine.audit;

import java.util.Map;
import java.util.TreeMap;

/**
 * Something that was done; who and when, the log adds.
 *
 * @param jobId empty if it was done to no job, as with the other names
 * @param details what else there is to know; never a secret, never a value of a data set
 */
public record AuditEntry(
        AuditAction action,
        AuditOutcome outcome,
        String jobId,
        String component,
        String role,
        String partyId,
        Map<String, Object> details) {

    public AuditEntry {
        details = Map.copyOf(details);
    }

    public static AuditEntry done(AuditAction action) {
        return new AuditEntry(action, AuditOutcome.DONE, "", "", "", "", Map.of());
    }

    public AuditEntry job(String id) {
        return new AuditEntry(action, outcome, id, component, role, partyId, details);
    }

    public AuditEntry at(String itsRole, String itsPartyId) {
        return new AuditEntry(action, outcome, jobId, component, itsRole, itsPartyId, details);
    }

    public AuditEntry ended(AuditOutcome as) {
        return new AuditEntry(action, as, jobId, component, role, partyId, details);
    }

    public AuditEntry with(String name, Object value) {
        Map<String, Object> more = new TreeMap<>(details);
        more.put(name, value);
        return new AuditEntry(action, outcome, jobId, component, role, partyId, more);
    }
}
