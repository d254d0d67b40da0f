package io.fateflow.webapp.security;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** The accounts of this server. */
public interface Logins {

    /**
     * Checks a password.
     *
     * @return the groups of that account; empty if there is no such account or the password is wrong
     */
    Optional<Set<String>> groupsOf(String userId, String password);

    /** How long no password of that account is looked at that comes from that address, as too many were wrong. */
    Duration wait(String userId, String address);

    /** Whether it is an account of this server's own, and not one that is kept elsewhere. */
    boolean isOfThisServer(String userId);

    /** The groups of an account that has proven who it is otherwise; none if there is no such account. */
    Set<String> groupsOf(String userId);
}
