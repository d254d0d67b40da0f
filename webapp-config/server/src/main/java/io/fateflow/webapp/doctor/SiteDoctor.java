package io.fateflow.webapp.doctor;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.executor.NodeMembership;
import io.fateflow.operations.doctor.AuditChecks;
import io.fateflow.operations.doctor.Doctor;
import io.fateflow.operations.doctor.Finding;
import io.fateflow.operations.doctor.Repair;
import io.fateflow.operations.doctor.Rule;
import io.fateflow.operations.repair.DoctorRepairs;
import io.fateflow.webapp.storage.log.WaitingLogs;

/** Looks at the site's database, and at this node's executors and disk. */
@Component
public class SiteDoctor {

    private final Doctor doctor;
    private final DoctorRepairs repairs;
    private final OrphanExecutors executors;
    private final LeftExchanges exchanges;
    private final AuditLog audit;
    private final LostModules modules;
    private final AuditChecks chain;
    private final AtRestChecks atRest;
    private final ObjectProvider<WaitingLogs> logs;

    SiteDoctor(
            Doctor doctor,
            DoctorRepairs repairs,
            OrphanExecutors executors,
            LeftExchanges exchanges,
            AuditLog audit,
            NodeMembership nodes,
            AuditChecks chain,
            AtRestChecks atRest,
            ObjectProvider<WaitingLogs> logs) {
        this.doctor = doctor;
        this.repairs = repairs;
        this.executors = executors;
        this.exchanges = exchanges;
        this.audit = audit;
        this.chain = chain;
        this.atRest = atRest;
        this.logs = logs;
        this.modules = new LostModules(nodes::workers);
    }

    /** Changes nothing, and finds nothing on a site that is only busy. Reads the whole audit log. */
    public List<Finding> look() {
        return look(chain.lookAtAll(), doctor.look());
    }

    /** The same, but reads of the audit log only what this server has not read yet, and of jobs that have ended the newest. */
    List<Finding> lookAtNew() {
        return look(chain.lookAtNew(), doctor.lookAtNew());
    }

    /** All that can be repaired. */
    List<Finding> lookToRepair() {
        return look(chain.lookAtNew(), doctor.look());
    }

    private List<Finding> look(List<Finding> ofAudit, List<Finding> ofDatabase) {
        List<Finding> found = new ArrayList<>(ofAudit);
        found.addAll(executors.look());
        found.addAll(exchanges.look());
        found.addAll(atRest.look());
        logs.stream()
                .flatMap(waiting -> waiting.why().stream())
                .map(SiteDoctor::ofLogs)
                .forEach(found::add);
        found.addAll(ofDatabase);
        found.addAll(modules.look());
        return found;
    }

    private static Finding ofLogs(WaitingLogs.Why why) {
        return new Finding(
                Rule.LOGS_STAY,
                "logs of this server",
                "%d log files that nobody writes any more are on this disk only: %s".formatted(why.files(), why.what()),
                Optional.empty());
    }

    /**
     * Repairs what is found now and is among the keys, or all that can be repaired.
     *
     * @param keys as {@link Finding#key()} says; empty for all
     * @return what was done
     */
    public List<Finding> repair(Collection<String> keys) throws InterruptedException {
        List<Finding> done = new ArrayList<>();
        for (Finding finding : lookToRepair()) {
            if ((keys.isEmpty() || keys.contains(finding.key())) && repair(finding)) {
                done.add(finding);
            }
        }
        return done;
    }

    private boolean repair(Finding finding) throws InterruptedException {
        Repair repair = finding.repair().orElse(null);
        boolean done;
        if (repair instanceof Repair.StopExecutor) {
            done = executors.stop(finding);
        } else if (repair instanceof Repair.RemoveSpooled left) {
            done = exchanges.remove(left);
        } else {
            return repairs.carryOut(finding);
        }
        if (done) {
            audit.write(AuditEntry.done(AuditAction.REPAIR)
                    .with("finding", finding.rule().id())
                    .with("place", finding.place()));
        }
        return done;
    }
}
