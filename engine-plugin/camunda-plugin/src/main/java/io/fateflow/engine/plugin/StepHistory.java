package io.fateflow.engine.plugin;

import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.externaltask.ExternalTask;
import org.camunda.bpm.engine.impl.history.event.HistoryEvent;
import org.camunda.bpm.engine.impl.history.producer.CacheAwareHistoryEventProducer;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;
import org.camunda.bpm.engine.impl.pvm.process.ActivityImpl;
import org.camunda.bpm.engine.runtime.Job;
import org.jspecify.annotations.Nullable;

/**
 * The engine's history of the scheduler's own processes, without what says nothing that another row does not say: where a
 * process begins (its instance has the time), which way a gateway took (the next step), that a party's task or a DAG ended
 * (its instance has where), and that a job or an external task was made and went well (the step that it carries out). What
 * failed, and who did what, is all there. Processes of others have the history that the engine's level gives them.
 *
 * <p>Each row left out is an insertion in the transaction of a step; those of job logs cost two look-ups besides.
 */
final class StepHistory extends CacheAwareHistoryEventProducer {

    private static final String OWN = "fate-";
    private static final String START = "startEvent";
    private static final String GATEWAY = "Gateway";
    private static final String END = "noneEndEvent";
    private static final String DAG = "fate-dag-";
    private static final String PARTY_TASK = "fate-party-task";
    private static final String REPORTED = "reported";

    @Override
    public @Nullable HistoryEvent createActivityInstanceStartEvt(DelegateExecution execution) {
        return saysNothing(execution) ? null : super.createActivityInstanceStartEvt(execution);
    }

    @Override
    public @Nullable HistoryEvent createActivityInstanceUpdateEvt(DelegateExecution execution) {
        return saysNothing(execution) ? null : super.createActivityInstanceUpdateEvt(execution);
    }

    @Override
    public @Nullable HistoryEvent createActivityInstanceEndEvt(DelegateExecution execution) {
        return saysNothing(execution) ? null : super.createActivityInstanceEndEvt(execution);
    }

    @Override
    public @Nullable HistoryEvent createHistoricJobLogCreateEvt(Job job) {
        return isOwn(job.getProcessDefinitionKey()) ? null : super.createHistoricJobLogCreateEvt(job);
    }

    @Override
    public @Nullable HistoryEvent createHistoricJobLogSuccessfulEvt(Job job) {
        return isOwn(job.getProcessDefinitionKey()) ? null : super.createHistoricJobLogSuccessfulEvt(job);
    }

    /** A timer that is not needed any more; who deletes a job by hand stands in the operation log. */
    @Override
    public @Nullable HistoryEvent createHistoricJobLogDeleteEvt(Job job) {
        return isOwn(job.getProcessDefinitionKey()) ? null : super.createHistoricJobLogDeleteEvt(job);
    }

    @Override
    public @Nullable HistoryEvent createHistoricExternalTaskLogCreatedEvt(ExternalTask task) {
        return isOwn(task.getProcessDefinitionKey()) ? null : super.createHistoricExternalTaskLogCreatedEvt(task);
    }

    @Override
    public @Nullable HistoryEvent createHistoricExternalTaskLogSuccessfulEvt(ExternalTask task) {
        return isOwn(task.getProcessDefinitionKey()) ? null : super.createHistoricExternalTaskLogSuccessfulEvt(task);
    }

    private static boolean isOwn(@Nullable String process) {
        return process != null && process.startsWith(OWN);
    }

    private static boolean saysNothing(DelegateExecution execution) {
        ExecutionEntity entity = (ExecutionEntity) execution;
        ActivityImpl activity = entity.getActivity();
        String process = entity.getProcessDefinition().getKey();
        if (activity == null || !isOwn(process)) {
            return false;
        }
        String type = String.valueOf(activity.getProperty("type"));
        return type.equals(START) || type.endsWith(GATEWAY) || (type.equals(END) && endsSayNothing(process, activity));
    }

    private static boolean endsSayNothing(String process, ActivityImpl end) {
        return process.startsWith(DAG)
                || (process.equals(PARTY_TASK) && end.getId().equals(REPORTED));
    }
}
