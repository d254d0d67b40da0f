package io.fateflow.engine.initiator;

import io.fateflow.dsl.Party;
import io.fateflow.federation.wire.Address;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.PartyCall;
import io.fateflow.federation.wire.TaskAddress;

/**
 * A command to a party on another site, and what came of it.
 *
 * @param taskId empty for a command about the whole job
 * @param action what follows the address in the path
 * @param body JSON, or empty if it is made when it is sent
 * @param createTime epoch milliseconds
 * @param answerTime epoch milliseconds; 0 while there is no answer
 * @param retcode FATE's, or {@link #NOT_SENT}
 * @param message the party's words, empty if it did it
 * @param timeouts how often there was no answer in time
 * @param notBefore epoch milliseconds: it is not sent again until then
 * @param readyTime epoch milliseconds: when the party has said that it may be asked again; 0 if it has not
 */
public record PartyCommandRow(
        long number,
        String jobId,
        Party party,
        String component,
        String taskId,
        int version,
        String action,
        String body,
        long createTime,
        long answerTime,
        int retcode,
        String message,
        int timeouts,
        long notBefore,
        long readyTime) {

    /** The retcode of a command that became pointless before it was sent. */
    static final int NOT_SENT = -1;

    /** One that is to be sent. */
    static PartyCommandRow of(PartyCall call, String body, long now) {
        Address at = call.at();
        String component = at instanceof TaskAddress task ? task.component() : "";
        String taskId = at instanceof TaskAddress task ? task.taskId() : "";
        int version = at instanceof TaskAddress task ? task.version() : 0;
        return new PartyCommandRow(
                0, at.jobId(), at.party(), component, taskId, version, call.action(), body, now, 0, 0, "", 0, 0, 0);
    }

    boolean isAnswered() {
        return answerTime > 0;
    }

    /** Whether the party did it, now or before. */
    boolean isDone() {
        return isAnswered() && (retcode == Answer.SUCCESS || retcode == Answer.NOT_EFFECTIVE);
    }

    /** Whether the party said no, or not yet. */
    boolean isRefused() {
        return isAnswered() && !isDone() && retcode != NOT_SENT;
    }

    /** Whether the party is preparing something. */
    boolean saysNotYet() {
        return isAnswered() && retcode == Answer.RUNNING;
    }

    /** Whether it stops a job or an attempt, for which a party may take long. */
    public boolean stops() {
        return action.equals("stop") || action.startsWith("stop/");
    }

    boolean is(String other) {
        return taskId.isEmpty() && action.equals(other);
    }

    boolean isOfSameTask(PartyCommandRow other) {
        return taskId.equals(other.taskId);
    }

    public CommandKey key() {
        return key(number);
    }

    /** The key of one that gets its number when it is written. */
    CommandKey key(long given) {
        return new CommandKey(
                jobId, party, given, taskId.isEmpty() ? action : component + '/' + version + '/' + action);
    }

    String path() {
        String at = party.role() + '/' + party.partyId() + '/' + action;
        return taskId.isEmpty()
                ? "/v1/party/%s/%s".formatted(jobId, at)
                : "/v1/party/%s/%s/%s/%d/%s".formatted(jobId, component, taskId, version, at);
    }
}
