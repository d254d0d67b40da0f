package io.fateflow.engine.plugin;

import java.util.Optional;
import java.util.Set;

/**
 * Accounts that are not the engine's, but kept elsewhere, such as in a directory. The engine's own come first: a name that is an
 * account's of the engine is never asked for here.
 *
 * <p>What may call somebody is asked outside of transactions, so that nobody waits for another machine with a connection to the
 * database in hand; within them only what is remembered counts.
 */
public interface OutsideAccounts {

    /** There are none. */
    OutsideAccounts NONE = new OutsideAccounts() {
        @Override
        public boolean isRight(String account, String password) {
            return false;
        }

        @Override
        public boolean isRemembered(String account, String password) {
            return false;
        }

        @Override
        public void look(String account) {}

        @Override
        public Optional<Set<String>> groupsOf(String account) {
            return Optional.empty();
        }
    };

    /**
     * Whether that is the password of an account; it is remembered then. May call another machine.
     *
     * @throws RuntimeException if nobody can say it now
     */
    boolean isRight(String account, String password);

    /** Whether that was found to be the password of an account, and is still remembered. Calls nobody. */
    boolean isRemembered(String account, String password);

    /**
     * Has what is remembered of an account be no older than it may. May call another machine.
     *
     * @throws RuntimeException if nobody can say it now
     */
    void look(String account);

    /** The ids of the engine's groups that an account is in; empty if none is remembered under that name. Calls nobody. */
    Optional<Set<String>> groupsOf(String account);
}
