package io.fateflow.webapp.security;

import java.util.Set;

import io.fateflow.webapp.role.Account;

/**
 * An account at a browser.
 *
 * @param rights what it may do on the board; where the site goes by roles, what pages offer it: each call is looked at by itself
 * @param account with its name, and with what it is, where the site goes by roles
 */
public record WebUser(Account account, Set<Right> rights) {

    public WebUser {
        rights = Set.copyOf(rights);
    }

    /** Its name. */
    public String id() {
        return account.id();
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
