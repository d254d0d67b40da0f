package io.fateflow.engine.consent;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A row of {@code consent}.
 *
 * @param id of the row
 * @param answer what the policy has said
 * @param askTime epoch milliseconds, as all times
 * @param expireTime when it is too late to decide; null if nobody was asked
 * @param escalated whether the group of the {@link PolicyAnswer#escalation} may decide by now
 * @param firstBy who has granted first, where two have to; empty otherwise
 * @param decidedBy an account, {@code policy}, or empty
 * @param remark of who decided
 * @param validUntil until when it holds, also for later jobs; null without such a limit
 * @param usesAllowed for how many jobs it holds in all; null without such a limit
 * @param rememberedFrom the consent that allows this one; null if it stands for itself
 */
public record ConsentRow(
        long id,
        ConsentRequest request,
        ConsentState state,
        PolicyAnswer answer,
        long askTime,
        @Nullable Long expireTime,
        boolean escalated,
        String firstBy,
        String decidedBy,
        @Nullable Long decideTime,
        String remark,
        @Nullable Long validUntil,
        @Nullable Integer usesAllowed,
        @Nullable Long rememberedFrom,
        String processInstanceId) {

    /** The groups of which a member may decide now. */
    public List<String> approvers() {
        PolicyAnswer.Escalation escalation = answer.escalation();
        return escalated && escalation != null
                ? List.of(answer.approver(), escalation.group())
                : List.of(answer.approver());
    }
}
