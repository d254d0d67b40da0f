package io.fateflow.engine.plugin;

import java.time.Duration;
import java.util.Date;
import java.util.Map;
import java.util.Set;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.VariableScope;
import org.camunda.bpm.engine.externaltask.ExternalTask;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.history.event.HistoryEvent;
import org.camunda.bpm.engine.impl.history.producer.CacheAwareHistoryEventProducer;
import org.camunda.bpm.engine.impl.persistence.entity.ExecutionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.JobEntity;
import org.camunda.bpm.engine.impl.persistence.entity.ProcessDefinitionEntity;
import org.camunda.bpm.engine.impl.persistence.entity.VariableInstanceEntity;
import org.camunda.bpm.engine.impl.pvm.process.ActivityImpl;
import org.camunda.bpm.engine.runtime.Job;
import org.jspecify.annotations.Nullable;

/**
 * The engine's history of the scheduler's own processes, without what says nothing that another row does not say: where a
 * process begins (its instance has the time), which way a gateway took (the next step), how a task or a DAG ended (its
 * instance has where), that a job or an external task was made and went well (the step that it carries out), and the steps around
 * each executor of the way that every task goes, whose time and outcome the rows of tasks have. A job's own steps, each run of
 * an executor, whatever waits, is refused, stopped or tried again, what failed, and who did what, is all there. Processes of
 * others have the history that the engine's level gives them.
 *
 * <p>Each row left out is an insertion and an update in the transaction of a step, and a kilobyte of the database, most of it
 * in seven indexes; those of job logs cost two look-ups besides.
 */
final class StepHistory extends CacheAwareHistoryEventProducer {

    private static final String OWN = "fate-";
    private static final String START = "startEvent";
    private static final String GATEWAY = "Gateway";
    private static final String END = "noneEndEvent";
    private static final String DAG = "fate-dag-";

    /** Steps of the way that every task goes, by process: a row of {@code task} says when and what came of it. */
    private static final Map<String, Set<String>> TOLD_BY_ROWS = Map.of(
            "fate-task",
            Set.of(
                    "new_task_version",
                    "apply_task_resources",
                    "start_task_at_parties",
                    "await_task_ended",
                    "finish_task"),
            "fate-party-task",
            Set.of("apply_party_resources", "report_to_initiator", "reported"));

    /** Made of the job's rows for the next step to read. */
    private static final Set<String> DERIVED = Set.of("dagDefinition", "jobTimeout");

    private static final int REMEMBERED = 10_000;

    /** An operator may set another one, which counts for what is written later. */
    private static final Duration REMOVAL_TIME_COUNTS = Duration.ofMinutes(1);

    /** Of root process instances. */
    private final Cache<String, Date> removalTimes = CacheBuilder.newBuilder()
            .maximumSize(REMEMBERED)
            .expireAfterWrite(REMOVAL_TIME_COUNTS)
            .build();

    /** As its root's, which the engine reads anew in each transaction. */
    @Override
    protected void provideRemovalTime(HistoryEvent event) {
        String root = event.getRootProcessInstanceId();
        Date known = root == null ? null : removalTimes.getIfPresent(root);
        if (known != null) {
            event.setRemovalTime(known);
            return;
        }
        super.provideRemovalTime(event);
        if (root != null && event.getRemovalTime() != null) {
            removalTimes.put(root, event.getRemovalTime());
        }
    }

    /** Its key, name and version, which never change; the engine reads its row anew in each transaction. */
    @Override
    protected @Nullable ProcessDefinitionEntity getProcessDefinitionEntity(String id) {
        ProcessDefinitionEntity parsed =
                Context.getProcessEngineConfiguration().getDeploymentCache().findProcessDefinitionFromCache(id);
        return parsed == null ? super.getProcessDefinitionEntity(id) : parsed;
    }

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

    /** A first try that has failed is written down as the failure of the process that is made of it. */
    @Override
    public @Nullable HistoryEvent createHistoricJobLogFailedEvt(Job job, Throwable failure) {
        return FirstTries.isOne((JobEntity) job) ? null : super.createHistoricJobLogFailedEvt(job, failure);
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

    /** Whoever changes such a variable by hand has made a row of it. */
    @Override
    public @Nullable HistoryEvent createHistoricVariableCreateEvt(
            VariableInstanceEntity variable, VariableScope source) {
        boolean derived = DERIVED.contains(variable.getName()) && isOwn(processOf(source));
        return derived ? null : super.createHistoricVariableCreateEvt(variable, source);
    }

    private static @Nullable String processOf(VariableScope scope) {
        return scope instanceof ExecutionEntity execution
                ? execution.getProcessDefinition().getKey()
                : null;
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
        return type.equals(START)
                || type.endsWith(GATEWAY)
                || (type.equals(END) && process.startsWith(DAG))
                || TOLD_BY_ROWS.getOrDefault(process, Set.of()).contains(activity.getId());
    }
}
