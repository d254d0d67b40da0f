package io.fateflow.engine.plugin;

import org.camunda.bpm.engine.impl.cfg.auth.AuthorizationCommandChecker;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.persistence.entity.JobEntity;

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

    static void demandAdministrator(JobEntity job) {
        if (job.getProcessDefinitionKey() == null) {
            Context.getCommandContext().getAuthorizationManager().checkCamundaAdmin();
        }
    }
}
