package io.fateflow.webapp.doctor;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import org.springframework.stereotype.Component;

import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.doctor.Doctor;
import io.fateflow.engine.doctor.Finding;
import io.fateflow.engine.doctor.Repair;
import io.fateflow.engine.process.DoctorRepairs;

/** Looks at the site's database and at this node's executors. */
@Component
public class SiteDoctor {

    private final Doctor doctor;
    private final DoctorRepairs repairs;
    private final OrphanExecutors executors;
    private final AuditLog audit;

    SiteDoctor(Doctor doctor, DoctorRepairs repairs, OrphanExecutors executors, AuditLog audit) {
        this.doctor = doctor;
        this.repairs = repairs;
        this.executors = executors;
        this.audit = audit;
    }

    /** Errors first. Changes nothing, and finds nothing on a site that is only busy. */
    public List<Finding> look() {
        List<Finding> found = new ArrayList<>(executors.look());
        found.addAll(doctor.look());
        return found;
    }

    /**
     * Repairs what is found now and is among the keys, or all that can be repaired.
     *
     * @param keys as {@link Finding#key()} says; empty for all
     * @return what was done
     */
    public List<Finding> repair(Collection<String> keys) throws InterruptedException {
        List<Finding> done = new ArrayList<>();
        for (Finding finding : look()) {
            if ((keys.isEmpty() || keys.contains(finding.key())) && repair(finding)) {
                done.add(finding);
            }
        }
        return done;
    }

    private boolean repair(Finding finding) throws InterruptedException {
        if (!(finding.repair().orElse(null) instanceof Repair.StopExecutor)) {
            return repairs.carryOut(finding);
        }
        boolean stopped = executors.stop(finding);
        if (stopped) {
            audit.write(AuditEntry.done(AuditAction.REPAIR)
                    .with("finding", finding.rule().id())
                    .with("place", finding.place()));
        }
        return stopped;
    }
}
