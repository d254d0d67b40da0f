package io.fateflow.webapp.security;

import java.util.Optional;

/** How much an account may ask of this server. */
@FunctionalInterface
public interface CallLimit {

    /**
     * Which limit a call goes beyond.
     *
     * @param words what to tell whoever calls: which limit, how much, and when again
     * @param seconds after which there is room for another one
     * @param isFirst whether none was refused for that within this minute
     */
    record Beyond(String words, long seconds, boolean isFirst) {}

    /** Counts a call; empty if it is within the limit. */
    Optional<Beyond> take(String account);
}
