package io.fateflow.engine.plugin;

import org.camunda.bpm.engine.impl.interceptor.Session;
import org.camunda.bpm.engine.impl.interceptor.SessionFactory;
import org.camunda.bpm.engine.impl.persistence.entity.JobEntity;
import org.camunda.bpm.engine.impl.persistence.entity.JobManager;
import org.camunda.bpm.engine.impl.persistence.entity.SuspensionState;
import org.jspecify.annotations.Nullable;

/** The engine's rows of jobs, with what is asked and done otherwise here. */
final class EngineJobs extends JobManager {

    private final ImmediateSteps immediate;

    private EngineJobs(ImmediateSteps immediate) {
        this.immediate = immediate;
    }

    static SessionFactory factory(ImmediateSteps immediate) {
        return new SessionFactory() {
            @Override
            public Class<?> getSessionType() {
                return JobManager.class;
            }

            @Override
            public Session openSession() {
                return new EngineJobs(immediate);
            }
        };
    }

    @Override
    protected void hintJobExecutor(JobEntity job) {
        if (!immediate.take(job)) {
            super.hintJobExecutor(job);
        }
    }

    /** For suspension by a job's id the engine asks no checker at all. */
    @Override
    public void updateJobSuspensionStateById(String jobId, SuspensionState state) {
        @Nullable JobEntity job = findJobById(jobId);
        if (job != null) {
            OwnJobsOfTheEngine.demandAdministrator(job);
        }
        super.updateJobSuspensionStateById(jobId, state);
    }
}
