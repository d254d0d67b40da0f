package io.fateflow.engine.participant;

import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.JobAddress;

/** A command came behind one that its initiator sent later: nothing is done about it, and nothing kept. */
final class LateCommand extends RuntimeException {

    private static final long serialVersionUID = 1;

    LateCommand(JobAddress at, long number) {
        super(
                Answer.LATE
                        + " command %d to %s of job %s is late: a later one has been taken; nobody waits for this one any more"
                                .formatted(number, at.party(), at.jobId()),
                null,
                false,
                false);
    }
}
