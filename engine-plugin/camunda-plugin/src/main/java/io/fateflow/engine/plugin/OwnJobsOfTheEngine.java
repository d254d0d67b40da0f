package io.fateflow.engine.plugin;

import org.camunda.bpm.engine.impl.cfg.auth.AuthorizationCommandChecker;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.interceptor.Session;
import org.camunda.bpm.engine.impl.interceptor.SessionFactory;
import org.camunda.bpm.engine.impl.persistence.entity.JobEntity;
import org.camunda.bpm.engine.impl.persistence.entity.JobManager;
import org.camunda.bpm.engine.impl.persistence.entity.SuspensionState;
import org.jspecify.annotations.Nullable;

/**
 * Jobs that are no process's are the engine's own, such as the clean-up of its history. The engine knows no right for them and
 * lets every account change them; here only administrators may.
 */
final class OwnJobsOfTheEngine extends AuthorizationCommandChecker {

    @Override
    public void checkUpdateJob(JobEntity job) {
        demandAdministrator(job);
        super.checkUpdateJob(job);
    }

    @Override
    public void checkUpdateRetriesJob(JobEntity job) {
        demandAdministrator(job);
        super.checkUpdateRetriesJob(job);
    }

    @Override
    public void checkReadJob(JobEntity job) {
        demandAdministrator(job);
        super.checkReadJob(job);
    }

    private static void demandAdministrator(JobEntity job) {
        if (job.getProcessDefinitionKey() == null) {
            Context.getCommandContext().getAuthorizationManager().checkCamundaAdmin();
        }
    }

    /** For suspension by a job's id the engine asks no checker at all. */
    static SessionFactory suspension() {
        return new SessionFactory() {
            @Override
            public Class<?> getSessionType() {
                return JobManager.class;
            }

            @Override
            public Session openSession() {
                return new CheckedSuspension();
            }
        };
    }

    private static final class CheckedSuspension extends JobManager {

        @Override
        public void updateJobSuspensionStateById(String jobId, SuspensionState state) {
            @Nullable JobEntity job = findJobById(jobId);
            if (job != null) {
                demandAdministrator(job);
            }
            super.updateJobSuspensionStateById(jobId, state);
        }
    }
}
