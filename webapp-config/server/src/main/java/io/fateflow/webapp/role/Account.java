package io.fateflow.webapp.role;

import java.util.Set;

/**
 * Who calls.
 *
 * @param id the account's name
 */
public record Account(String id, Set<Role> roles) {

    public Account {
        roles = Set.copyOf(roles);
    }

    /** On what it may do something. */
    public Scope scope(Action action) {
        return RoleTable.scope(roles, action);
    }
}
