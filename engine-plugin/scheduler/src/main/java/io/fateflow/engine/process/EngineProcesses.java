package io.fateflow.engine.process;

import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

import org.camunda.bpm.engine.RuntimeService;
import org.camunda.bpm.engine.variable.Variables;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.engine.executor.PassedObject;
import io.fateflow.engine.initiator.CollectPlan;
import io.fateflow.engine.initiator.CommandKey;
import io.fateflow.engine.initiator.RemoteProcesses;
import io.fateflow.engine.notification.NotificationProcesses;
import io.fateflow.engine.notification.NotifiedEvent;
import io.fateflow.engine.participant.ForeignProcesses;
import io.fateflow.engine.party.PartyProcesses;
import io.fateflow.engine.party.ReleasedResources;
import io.fateflow.engine.report.ReportProcesses;
import io.fateflow.engine.resource.Admission;
import io.fateflow.engine.resource.EngineName;
import io.fateflow.engine.task.LockedAttempt;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.federation.status.TaskStatus;
import io.fateflow.federation.wire.JobAddress;

/** Starts and wakes process instances; what it does is part of the caller's transaction. */
public final class EngineProcesses
        implements PartyProcesses,
                ReleasedResources,
                ReportProcesses,
                RemoteProcesses,
                ForeignProcesses,
                NotificationProcesses {

    static final String STOP_STATUS = "stopStatus";
    static final String STOP_WHY = "stopWhy";
    static final String PREEMPTED = "preempted";
    static final String FOREIGN_JOB = "fate-foreign-job";
    private static final String REPORT = "fate-report";
    private static final String COMMAND = "fate-command";
    static final String COLLECT = "fate-collect";
    private static final String COLLECT_EVERY = "collectEvery";

    /** The engine's own query took 8 % of what reservations by another site cost. */
    private static final String RUNNING = """
            select 1 from act_ru_execution e
            where e.business_key_ = :key and e.parent_id_ is null
                and exists (select 1 from act_re_procdef d where d.id_ = e.proc_def_id_ and d.key_ = :definition)
            limit 1
            """;

    private final Supplier<RuntimeService> runtime;
    private final JdbcClient jdbc;
    private final Admission admission;
    private final Sendings sendings;

    public EngineProcesses(
            Supplier<RuntimeService> runtime, JdbcTemplate jdbc, Admission admission, Sendings sendings) {
        this.runtime = runtime;
        this.jdbc = JdbcClient.create(jdbc);
        this.admission = admission;
        this.sendings = sendings;
    }

    @Override
    public void start(TaskKey key) {
        runtime.get().startProcessInstanceByKey("fate-party-task", key.businessKey());
    }

    @Override
    public void start(TaskKey key, LockedAttempt attempt) {
        runtime.get().startProcessInstanceByKey("fate-party-task", key.businessKey(), PassedObject.passing(attempt));
    }

    @Override
    public boolean isUnderWay(TaskKey key) {
        return isRunning("fate-party-task", key.businessKey());
    }

    @Override
    public void startReport(TaskKey key) {
        sendings.begin(REPORT, key.businessKey());
    }

    /** As {@link #startReport}, where one has been begun and is not sent. */
    public void reportAgain(TaskKey key) {
        sendings.again(REPORT, key.businessKey());
    }

    /** The variables are for operators who look at the process; whom to tell what is a row of its own. */
    @Override
    public String startNotification(String jobId, NotifiedEvent event, String receiver) {
        return runtime.get()
                .startProcessInstanceByKey(
                        "fate-notify",
                        jobId,
                        Variables.putValue("event", event.wire()).putValue("receiver", receiver))
                .getId();
    }

    @Override
    public void startLongWait(String jobId, Duration after) {
        runtime.get()
                .startProcessInstanceByKey(
                        "fate-long-wait", jobId, Variables.putValue(ApplyJobResources.LOOK_AGAIN, after.toString()));
    }

    @Override
    public void stop(TaskKey key, TaskStatus status, String why) {
        runtime.get()
                .createMessageCorrelation(BpmnEvents.STOP_TASK)
                .processInstanceBusinessKey(key.businessKey())
                .setVariables(stopping(status.wire(), why))
                .correlateAll();
    }

    @Override
    public void resourcesReleased(TaskKey key) {
        runtime.get()
                .createMessageCorrelation(BpmnEvents.PARTY_RESOURCES_RELEASED)
                .processInstanceBusinessKey(key.businessKey())
                .correlateAll();
    }

    /**
     * An attempt that has waited for a node goes on, in the caller's transaction: it has what it wants, and takes nothing more.
     * Whoever tells it holds locks that come after the attempt's rows, so no step may ask for those.
     */
    public void placeFound(TaskKey key) {
        runtime.get()
                .createMessageCorrelation(BpmnEvents.PLACE_FOUND)
                .processInstanceBusinessKey(key.businessKey())
                .correlateAll();
    }

    @Override
    public void wakeWaiting(EngineName engine) {
        admission.toWakeNow(engine).forEach(this::admit);
    }

    /** Has a job that waits for resources look again. */
    public void admit(String jobId) {
        tellJob(jobId, BpmnEvents.RESOURCES_RELEASED);
    }

    public void gateOpened(String instanceId) {
        runtime.get()
                .createMessageCorrelation(BpmnEvents.GATE_OPENED)
                .processInstanceId(instanceId)
                .correlateAll();
    }

    @Override
    public void taskEnded(String instanceId, LockedAttempt attempt) {
        taskEnded(instanceId, PassedObject.passing(attempt));
    }

    /** As {@link #taskEnded(String, LockedAttempt)}, for whoever has not locked the rows. */
    public void taskEnded(String instanceId) {
        taskEnded(instanceId, Map.of());
    }

    private void taskEnded(String instanceId, Map<String, Object> variables) {
        runtime.get()
                .createMessageCorrelation(BpmnEvents.TASK_ENDED)
                .processInstanceId(instanceId)
                .setVariables(variables)
                .correlate();
    }

    @Override
    public void startCommand(CommandKey key) {
        sendings.begin(COMMAND, key.businessKey());
    }

    /** As {@link #startCommand}, where one has been begun and is not sent. */
    public void commandAgain(CommandKey key) {
        sendings.again(COMMAND, key.businessKey());
    }

    @Override
    public void partiesHaveAnswered(String jobId) {
        tellJob(jobId, BpmnEvents.PARTY_HAS_ANSWERED);
    }

    @Override
    public void partyHasRefused(String jobId) {
        tellJob(jobId, BpmnEvents.PARTY_HAS_REFUSED);
    }

    @Override
    public void partyHasCanceled(String jobId, String why) {
        stopJob(jobId, JobStatus.CANCELED.wire(), why);
    }

    private void tellJob(String jobId, String message) {
        runtime.get()
                .createMessageCorrelation(message)
                .processInstanceBusinessKey(jobId)
                .correlateAll();
    }

    @Override
    public void startWatch(String jobId) {
        if (!isRunning(COLLECT, jobId)) {
            startCollect(jobId, CollectPlan.PUSHED);
        }
    }

    @Override
    public void endWatch(String jobId) {
        nobodyNeedsToAsk(jobId);
    }

    @Override
    public void startCollect(TaskKey key, Duration every) {
        startCollect(key.businessKey(), every);
    }

    private void startCollect(String key, Duration every) {
        runtime.get().startProcessInstanceByKey(COLLECT, key, Variables.putValue(COLLECT_EVERY, every.toString()));
    }

    @Override
    public void ask(TaskKey key, Duration every) {
        if (!isRunning(COLLECT, key.businessKey())) {
            runtime.get()
                    .createProcessInstanceByKey(COLLECT)
                    .businessKey(key.businessKey())
                    .setVariable(COLLECT_EVERY, every.toString())
                    .startBeforeActivity("collect_task")
                    .execute();
        }
    }

    @Override
    public void endCollect(TaskKey key) {
        nobodyNeedsToAsk(key.businessKey());
    }

    private void nobodyNeedsToAsk(String key) {
        runtime.get()
                .createMessageCorrelation(BpmnEvents.NOBODY_NEEDS_TO_ASK)
                .processInstanceBusinessKey(key)
                .correlateAll();
    }

    private boolean isRunning(String definition, String key) {
        return jdbc.sql(RUNNING)
                .param("definition", definition)
                .param("key", key)
                .query(Integer.class)
                .optional()
                .isPresent();
    }

    @Override
    public void watch(JobAddress at) {
        String key = WatchForeignJob.businessKey(at);
        if (!isRunning(FOREIGN_JOB, key)) {
            runtime.get().startProcessInstanceByKey(FOREIGN_JOB, key);
        }
    }

    @Override
    public void jobEnded(JobAddress at) {
        nobodyNeedsToAsk(WatchForeignJob.businessKey(at));
    }

    /** Sends {@code stop job} to the job's process; a process that does not wait for it is left alone. */
    public void stopJob(String jobId, String status, String why) {
        runtime.get()
                .createMessageCorrelation(BpmnEvents.STOP_JOB)
                .processInstanceBusinessKey(jobId)
                .setVariables(stopping(status, why))
                .correlateAll();
    }

    /** As {@link #stopJob}, of a job that is to go on later. */
    void preemptJob(String jobId, String why) {
        Map<String, Object> variables = stopping(JobStatus.CANCELED.wire(), why);
        variables.put(PREEMPTED, Variables.booleanValue(true, true));
        runtime.get()
                .createMessageCorrelation(BpmnEvents.STOP_JOB)
                .processInstanceBusinessKey(jobId)
                .setVariables(variables)
                .correlateAll();
    }

    /** Transient: they live as long as the transaction that stops. */
    private static Map<String, Object> stopping(String status, String why) {
        return Variables.createVariables()
                .putValueTyped(STOP_STATUS, Variables.stringValue(status, true))
                .putValueTyped(STOP_WHY, Variables.stringValue(why, true));
    }
}
