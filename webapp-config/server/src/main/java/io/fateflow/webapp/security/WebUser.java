package io.fateflow.webapp.security;

import java.util.Set;

import io.fateflow.webapp.role.Role;

/**
 * An account at a browser.
 *
 * @param id its name
 * @param rights what it may do on the board; where the site goes by roles, what pages offer it: each call is looked at by itself
 * @param roles what it is, where the site goes by roles
 */
public record WebUser(String id, Set<Right> rights, Set<Role> roles) {

    public WebUser {
        rights = Set.copyOf(rights);
        roles = Set.copyOf(roles);
    }

    /** What the engine's authorizations, a group, or roles allow. */
    public enum Right {
        /** See jobs and what they have made: Cockpit, and READ_INSTANCE on {@code fate-job}. */
        READ,
        /** Start jobs: CREATE_INSTANCE on {@code fate-job}. */
        SUBMIT,
        /** Stop, suspend, resume, rerun and annotate jobs: UPDATE_INSTANCE on {@code fate-job}. */
        OPERATE,
        /** See the inside of the site: the group for monitoring. */
        MONITOR,
        /** See consents, and try the policy: administrators, or whoever's role reads them. */
        CONSENT,
        /** Decide about consents: administrators, or data owners where the site goes by roles. */
        DECIDE,
        /** Change the site: administrators. */
        ADMINISTER
    }

    public boolean may(Right right) {
        return rights.contains(right);
    }
}
