package io.fateflow.engine.plugin;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

import io.fateflow.engine.account.SecondFactors;
import io.fateflow.engine.audit.chain.AuditChain;
import io.fateflow.engine.audit.chain.AuditSealer;
import io.fateflow.engine.consent.ConsentPolicy;
import io.fateflow.engine.executor.Revocations;
import io.fateflow.engine.housekeeping.FileRetentions;
import io.fateflow.engine.housekeeping.OldJobs;
import io.fateflow.engine.initiator.ComponentDecision;
import io.fateflow.engine.process.MaintenanceSwitch;
import io.fateflow.engine.process.Preemptions;
import io.fateflow.engine.process.QueueService;
import io.fateflow.operations.doctor.Doctor;
import io.fateflow.operations.repair.DoctorRepairs;

/**
 * What looks at the site, keeps it in order and repairs it.
 *
 * @param maintenance the site's
 * @param queues what operators do to queues
 * @param doctor looks whether all is as it must be
 * @param repairs does what the doctor proposes
 * @param files where to say that one looks after files of this node
 * @param oldJobs jobs that ended long ago
 * @param loginDelays after wrong passwords
 * @param secondFactors of accounts of this server's own
 * @param loginCodes what log-ins come with beside their password
 * @param auditChain the audit log as a proof
 * @param auditSealer continues it, once it is started
 */
public record OperatorServices(
        MaintenanceSwitch maintenance,
        QueueService queues,
        Doctor doctor,
        DoctorRepairs repairs,
        FileRetentions files,
        OldJobs oldJobs,
        LoginDelays loginDelays,
        SecondFactors secondFactors,
        LoginCodes loginCodes,
        AuditChain auditChain,
        AuditSealer auditSealer) {

    static OperatorServices of(
            SchedulerBase base,
            ResourceServices resources,
            StepServices steps,
            JobServices jobs,
            ComponentDecision decision,
            Revocations revocations,
            ConsentPolicy policy) {
        Doctor doctor = new Doctor(
                base.dataSource(),
                resources.admission(),
                resources.placements(),
                base.config().engine(),
                policy,
                base.clock());
        AuditChain chain = new AuditChain(
                // not watched: nobody's view changes when an entry is sealed
                new JdbcTemplate(base.dataSource()),
                base.clock(),
                base.settings().chainKeys());
        AuditSealer sealer = new AuditSealer(chain, new DataSourceTransactionManager(base.dataSource()));
        base.audit().onCommit(sealer::wake);
        SecondFactors factors = new SecondFactors(
                base.jdbc(),
                new DataSourceTransactionManager(base.dataSource()),
                base.audit(),
                base.settings().storedSecrets(),
                base.clock());
        return new OperatorServices(
                new MaintenanceSwitch(
                        base.commands(),
                        resources.maintenance(),
                        base.config().engine(),
                        resources.processes(),
                        base.audit()),
                new QueueService(
                        base.commands(),
                        resources.queues(),
                        resources.admission(),
                        base.stores().registry(),
                        jobs.locked(),
                        base.stores().jobs().waits(),
                        resources.processes(),
                        new Preemptions(
                                jobs.locked(),
                                resources.admission(),
                                base.stores().jobs().waits(),
                                jobs.reruns(),
                                resources.processes(),
                                resources.placements(),
                                base.config().engine()),
                        resources.placements(),
                        base.config().engine(),
                        base.audit()),
                doctor,
                new DoctorRepairs(
                        base.commands(),
                        doctor,
                        steps.job(),
                        steps.party(),
                        decision,
                        revocations,
                        jobs.suspensions(),
                        base.audit(),
                        base.clock()),
                new FileRetentions(base.settings().retention(), base.clock()),
                new OldJobs(base.jdbc()),
                new LoginDelays(base.clock()),
                factors,
                new LoginCodes(factors, base.settings().secondFactorGroups()),
                chain,
                sealer);
    }
}
