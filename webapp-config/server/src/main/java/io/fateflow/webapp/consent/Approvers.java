package io.fateflow.webapp.consent;

import java.util.Set;

import org.springframework.stereotype.Component;

import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.consent.PolicyAnswer;
import io.fateflow.webapp.role.Role;
import io.fateflow.webapp.security.AccessProperties;
import io.fateflow.webapp.security.Logins;

/** Whether the account that calls is one of those whom a policy has decide. */
@Component
class Approvers {

    private final AccessProperties access;
    private final Logins logins;
    private final AuditLog audit;

    Approvers(AccessProperties access, Logins logins, AuditLog audit) {
        this.access = access;
        this.logins = logins;
        this.audit = audit;
    }

    /**
     * Whether it is in a group. Where accounts have no roles, whoever may call at all decides; where they have, data owners are
     * known as such before the call is read.
     */
    boolean mayDecideFor(String group) {
        if (!access.roles() || group.equals(PolicyAnswer.DATA_OWNERS)) {
            return true;
        }
        Set<String> groups = logins.groupsOf(audit.actor().name());
        return groups.contains(group) || groups.contains(Role.ALL_ROLES);
    }
}
