package io.fateflow.webapp.security;

import java.util.Set;

/**
 * An account at a browser.
 *
 * @param id its name
 * @param rights what it may do on the board
 */
public record WebUser(String id, Set<Right> rights) {

    public WebUser {
        rights = Set.copyOf(rights);
    }

    /** What the engine's authorizations, or a group, allow. */
    public enum Right {
        /** See jobs and what they have made: Cockpit, and READ_INSTANCE on {@code fate-job}. */
        READ,
        /** Start jobs: CREATE_INSTANCE on {@code fate-job}. */
        SUBMIT,
        /** Stop, suspend, resume, rerun and annotate jobs: UPDATE_INSTANCE on {@code fate-job}. */
        OPERATE,
        /** See the inside of the site: the group for monitoring. */
        MONITOR,
        /** Change the site: administrators. */
        ADMINISTER
    }

    public boolean may(Right right) {
        return rights.contains(right);
    }
}
