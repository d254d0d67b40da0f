package io.fateflow.engine.plugin;

import java.util.List;

import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.incident.DefaultIncidentHandler;
import org.camunda.bpm.engine.impl.incident.IncidentContext;
import org.camunda.bpm.engine.impl.incident.IncidentHandler;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.JobEntity;
import org.camunda.bpm.engine.impl.util.BitMaskUtil;
import org.camunda.bpm.engine.runtime.Incident;
import org.jspecify.annotations.Nullable;

/**
 * The engine's incidents; those that an execution is known not to have are not looked for. The engine looks at each end of a job and
 * of an external task, six times for a component, and knows already: an execution's row says whether it has incidents.
 */
final class KnownIncidents extends DefaultIncidentHandler {

    private KnownIncidents(String type) {
        super(type);
    }

    /** For the types of incidents that the engine itself makes. */
    static List<IncidentHandler> handlers() {
        return List.of(
                new KnownIncidents(Incident.FAILED_JOB_HANDLER_TYPE),
                new KnownIncidents(Incident.EXTERNAL_TASK_HANDLER_TYPE));
    }

    @Override
    protected void removeIncident(IncidentContext context, boolean incidentResolved) {
        if (mayHaveSome(context.getExecutionId()) && !isFirstTry(context.getConfiguration())) {
            super.removeIncident(context, incidentResolved);
        }
    }

    /** One that has tries left has none, nor an execution. */
    private static boolean isFirstTry(@Nullable String jobId) {
        JobEntity job = jobId == null
                ? null
                : Context.getCommandContext().getDbEntityManager().getCachedEntity(JobEntity.class, jobId);
        return job != null && FirstTries.isOne(job) && job.getRetries() > 0;
    }

    private static boolean mayHaveSome(@Nullable String executionId) {
        ExecutionEntity execution = executionId == null
                ? null
                : Context.getCommandContext().getDbEntityManager().getCachedEntity(ExecutionEntity.class, executionId);
        return execution == null
                || BitMaskUtil.isBitOn(execution.getCachedEntityState(), ExecutionEntity.INCIDENT_STATE_BIT);
    }
}
