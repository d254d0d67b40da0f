package io.fateflow.engine.report;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.fateflow.dsl.Party;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.federation.status.TaskStatus;
import io.fateflow.federation.wire.InitiatorCall;
import io.fateflow.federation.wire.TaskAddress;
import io.fateflow.federation.wire.TaskReport;

/**
 * An attempt whose initiator is on another site, as it is now.
 *
 * @param change number of the last change
 * @param told the status that the initiator was told last; null if none
 */
public record PendingReport(
        TaskKey key,
        TaskAddress reporter,
        long initiatorPartyId,
        int change,
        @Nullable TaskStatus told,
        TaskReport now) {

    /**
     * What is to be sent, in this order. FATE's initiator drops a failure of an attempt that never ran, so it is told
     * first that it did.
     */
    public List<InitiatorCall.Report> calls() {
        InitiatorCall.Report current = new InitiatorCall.Report(reporter, now);
        boolean mustHaveRun = now.partyStatus().isEnd() && !now.partyStatus().isSuccess();
        if (!mustHaveRun || (told != null && told != TaskStatus.WAITING)) {
            return List.of(current);
        }
        TaskReport ran = new TaskReport(TaskStatus.RUNNING, now.startTime(), now.updateTime(), null, null, "");
        return List.of(new InitiatorCall.Report(reporter, ran), current);
    }

    /** Who reports. */
    public Party sender() {
        return reporter.party();
    }
}
