package io.fateflow.engine.initiator;

import java.time.Duration;

import io.fateflow.engine.task.LockedAttempt;
import io.fateflow.engine.task.TaskKey;

/** The processes that have to do with parties on other sites, as the engine runs them; in the caller's transaction. */
public interface RemoteProcesses {

    /** Sends the command after the commit, and again until it is answered: from the second try on by {@code fate-command}. */
    void startCommand(CommandKey key);

    /** Has a job that waits for answers look at them. */
    void partiesHaveAnswered(String jobId);

    /** A party will not take part: the job fails, wherever it is. */
    void partyHasRefused(String jobId);

    /** A party has stopped its part: the job is canceled, wherever it is. */
    void partyHasCanceled(String jobId, String why);

    /**
     * Wakes the {@code fate-task} instance that waits for an attempt.
     *
     * @param attempt its rows, locked, as they are now
     */
    void taskEnded(String instanceId, LockedAttempt attempt);

    /**
     * Has {@code fate-collect} look every {@link CollectPlan#PUSHED} which attempts of a job at parties that report by themselves are still
     * awaited; whoever locks the job's gate does not start a second one.
     */
    void startWatch(String jobId);

    /** The job has ended. */
    void endWatch(String jobId);

    /** Starts {@code fate-collect}, which asks every now and then how an attempt is doing. */
    void startCollect(TaskKey key, Duration every);

    /** Has {@code fate-collect} ask how an attempt is doing now, and every now and then, unless it does already. */
    void ask(TaskKey key, Duration every);

    /** Nobody needs to ask any more. */
    void endCollect(TaskKey key);
}
