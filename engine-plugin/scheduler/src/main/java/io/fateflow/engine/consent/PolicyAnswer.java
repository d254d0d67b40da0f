package io.fateflow.engine.consent;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What a policy says to a request.
 *
 * @param reason for whoever reads the answer
 * @param approver the group whose members decide
 * @param fourEyes whether two of them have to
 * @param remindEvery after which they are reminded, again and again
 * @param expireAfter after which a question that nobody has answered is refused
 * @param escalation who may decide as well when nobody has for some time; null if nobody else
 * @param version of the deployed policy
 * @param rule that says so, as people find it: its number in the table, and its id
 * @param isBroken whether it is refused because the policy can't be followed
 */
public record PolicyAnswer(
        PolicyDecision decision,
        String reason,
        String approver,
        boolean fourEyes,
        Duration remindEvery,
        Duration expireAfter,
        @Nullable Escalation escalation,
        int version,
        String rule,
        boolean isBroken) {

    /** The group of the data owners. */
    public static final String DATA_OWNERS = "fateDataOwners";

    public static final Duration REMIND_EVERY = Duration.ofDays(1);
    public static final Duration EXPIRE_AFTER = Duration.ofDays(7);
    public static final Duration ESCALATE_AFTER = Duration.ofDays(2);

    /**
     * Another group that may decide, too.
     *
     * @param after how long after the question
     */
    public record Escalation(String group, Duration after) {}

    /** What can't be followed refuses: it never lets anything through. */
    public static PolicyAnswer broken(int version, String rule, String why) {
        return new PolicyAnswer(
                PolicyDecision.REFUSE, why, DATA_OWNERS, false, REMIND_EVERY, EXPIRE_AFTER, null, version, rule, true);
    }

    /**
     * The stricter of two answers to one request. Of two questions both conditions hold; they may not name different groups, as
     * then it is not clear who decides.
     */
    public PolicyAnswer and(PolicyAnswer other) {
        int stricter = decision.compareTo(other.decision);
        if (stricter != 0 || decision != PolicyDecision.ASK) {
            return stricter >= 0 ? this : other;
        }
        if (!approver.equals(other.approver)) {
            return broken(
                    version,
                    rule + " and " + other.rule,
                    "they name different approvers for one table: %s and %s".formatted(approver, other.approver));
        }
        if (escalation != null
                && other.escalation != null
                && !escalation.group().equals(other.escalation.group())) {
            return broken(
                    version,
                    rule + " and " + other.rule,
                    "they escalate to different groups for one table: %s and %s"
                            .formatted(escalation.group(), other.escalation.group()));
        }
        return new PolicyAnswer(
                decision,
                reason.equals(other.reason) ? reason : reason + "; " + other.reason,
                approver,
                fourEyes || other.fourEyes,
                shorter(remindEvery, other.remindEvery),
                shorter(expireAfter, other.expireAfter),
                sooner(escalation, other.escalation),
                version,
                rule.equals(other.rule) ? rule : rule + " and " + other.rule,
                false);
    }

    private static @Nullable Escalation sooner(@Nullable Escalation one, @Nullable Escalation other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.after().compareTo(other.after()) <= 0 ? one : other;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
