package io.fateflow.engine.task;

import io.fateflow.dsl.Party;
import io.fateflow.worker.api.ExecutorTask;

/**
 * One attempt of one component at one party.
 *
 * @param taskId {@code <job id>_<component name>}
 * @param version attempt, from 0
 */
public record TaskKey(String taskId, int version, Party party) {

    public String role() {
        return party.role();
    }

    /** The party's id, as rows have it. */
    public String partyId() {
        return party.idText();
    }

    /** The business key of the party's process: component names have no bar, so the parts can be told apart. */
    public String businessKey() {
        return taskId + '|' + version + '|' + role() + '|' + partyId();
    }

    /** Which attempt a worker has taken. */
    public static TaskKey of(ExecutorTask task) {
        return new TaskKey(task.taskId(), task.taskVersion(), Party.of(task.role(), task.partyId()));
    }

    /** Whether this is the business key of an attempt; a job's has no bar. */
    public static boolean isBusinessKey(String text) {
        return text.indexOf('|') >= 0;
    }

    /** @throws IllegalArgumentException if the text is no such business key */
    public static TaskKey parse(String businessKey) {
        String[] parts = businessKey.split("\\|", -1);
        if (parts.length != 4) {
            throw new IllegalArgumentException("not the business key of a party's task: " + businessKey);
        }
        return new TaskKey(parts[0], Integer.parseInt(parts[1]), Party.of(parts[2], parts[3]));
    }

    public static String taskId(String jobId, String componentName) {
        return jobId + '_' + componentName;
    }
}
