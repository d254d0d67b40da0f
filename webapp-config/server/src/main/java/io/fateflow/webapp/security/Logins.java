package io.fateflow.webapp.security;

import java.time.Duration;
import java.util.Set;

/** The accounts of this server. */
public interface Logins {

    /**
     * Checks a password, and the second factor of an account that has one.
     *
     * @param code of the second factor; empty if there is none. A right one is used up
     */
    LoginAnswer check(String userId, String password, String code);

    /** How long no password of that account is looked at that comes from that address, as too many were wrong. */
    Duration wait(String userId, String address);

    /** Whether it is an account of this server's own, and not one that is kept elsewhere. */
    boolean isOfThisServer(String userId);

    /** The groups of an account that has proven who it is otherwise; none if there is no such account. */
    Set<String> groupsOf(String userId);
}
