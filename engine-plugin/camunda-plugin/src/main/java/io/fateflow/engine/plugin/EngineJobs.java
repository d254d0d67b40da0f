package io.fateflow.engine.plugin;

import java.util.List;

import org.camunda.bpm.engine.impl.event.EventType;
import org.camunda.bpm.engine.impl.interceptor.Session;
import org.camunda.bpm.engine.impl.interceptor.SessionFactory;
import org.camunda.bpm.engine.impl.jobexecutor.ProcessEventJobHandler;
import org.camunda.bpm.engine.impl.persistence.entity.EventSubscriptionEntity;
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

    /** The engine asks for each message that has been received whether it is to be received by a job; only signals are. */
    @Override
    public List<JobEntity> findJobsByConfiguration(String type, String configuration, @Nullable String tenantId) {
        return type.equals(ProcessEventJobHandler.TYPE) && isMessage(configuration)
                ? List.of()
                : super.findJobsByConfiguration(type, configuration, tenantId);
    }

    private boolean isMessage(String subscriptionId) {
        EventSubscriptionEntity subscription =
                getDbEntityManager().getCachedEntity(EventSubscriptionEntity.class, subscriptionId);
        return subscription != null && subscription.isSubscriptionForEventType(EventType.MESSAGE);
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
