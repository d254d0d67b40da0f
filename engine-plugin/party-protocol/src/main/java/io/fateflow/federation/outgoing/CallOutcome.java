package io.fateflow.federation.outgoing;

import java.time.Duration;

import io.fateflow.federation.wire.Answer;

/** What came of a call to another site. */
public sealed interface CallOutcome {

    /** What an answer says. */
    static CallOutcome of(long receiver, Answer answer) {
        return switch (answer.retcode()) {
            case Answer.SUCCESS -> new Done(answer);
            case Answer.NOT_EFFECTIVE -> new NotEffective(answer);
            default -> new Refused(receiver, answer);
        };
    }

    /** The site did it. */
    record Done(Answer answer) implements CallOutcome {}

    /** The site had nothing to change: retcode 10, normal for statuses. */
    record NotEffective(Answer answer) implements CallOutcome {}

    /** The site said no, or not yet (106): the answer has its retcode and its words. */
    record Refused(long partyId, Answer answer) implements CallOutcome {}

    /**
     * Nobody answered, or not as FATE Flow does; the site may have done it nevertheless.
     *
     * @param why for an operator: names the party, the route and the remedy
     */
    record Unreachable(long partyId, String why) implements CallOutcome {}

    /** No answer in time; the site may have done it nevertheless. */
    record TimedOut(long partyId, Duration after) implements CallOutcome {}

    /** Whether it is done, now or before. */
    default boolean isSettled() {
        return this instanceof Done || this instanceof NotEffective;
    }

    /** Whether the party has said anything, yes or no. */
    default boolean isAnswer() {
        return isSettled() || this instanceof Refused;
    }

    /** What went wrong, in one sentence that names the party; empty if nothing did. */
    default String trouble() {
        if (this instanceof Refused refused) {
            return "party %d refused with retcode %d: %s"
                    .formatted(
                            refused.partyId(),
                            refused.answer().retcode(),
                            refused.answer().retmsg());
        }
        if (this instanceof Unreachable unreachable) {
            return unreachable.why();
        }
        return this instanceof TimedOut timedOut
                ? "party %d did not answer within %d s"
                        .formatted(timedOut.partyId(), timedOut.after().toSeconds())
                : "";
    }
}
