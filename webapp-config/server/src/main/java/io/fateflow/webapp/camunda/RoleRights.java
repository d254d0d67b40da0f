package io.fateflow.webapp.camunda;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

import io.fateflow.webapp.role.Account;
import io.fateflow.webapp.role.Action;
import io.fateflow.webapp.role.Scope;
import io.fateflow.webapp.security.WebUser.Right;

/** What pages offer to whom; what a call of theirs takes, is looked at when it is made. */
final class RoleRights {

    private static final Map<Right, Set<Action>> OFFERED = new EnumMap<>(Map.of(
            Right.READ, EnumSet.of(Action.JOB_READ),
            Right.SUBMIT, EnumSet.of(Action.JOB_SUBMIT, Action.TABLE_WRITE),
            Right.OPERATE, EnumSet.of(Action.JOB_CONTROL),
            Right.MONITOR, EnumSet.of(Action.MONITOR),
            Right.CONSENT, EnumSet.of(Action.CONSENT_READ),
            Right.DECIDE, EnumSet.of(Action.CONSENT_DECIDE),
            Right.ADMINISTER, EnumSet.of(Action.NODE_MANAGE, Action.REPAIR, Action.CONFIGURE, Action.ACCOUNTS)));

    private RoleRights() {}

    static Set<Right> of(Account account) {
        Set<Right> rights = EnumSet.noneOf(Right.class);
        OFFERED.forEach((right, actions) -> {
            if (actions.stream().anyMatch(action -> account.scope(action) != Scope.NOTHING)) {
                rights.add(right);
            }
        });
        return rights;
    }
}
