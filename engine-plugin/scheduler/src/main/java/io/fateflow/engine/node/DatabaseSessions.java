package io.fateflow.engine.node;

import java.time.Duration;
import java.util.function.Supplier;

/** The sessions that the site's servers have with their database: what a dead server has left open still holds locks. */
public interface DatabaseSessions {

    /** Under which name this server's sessions are known to the database; empty if they have none. */
    String name();

    /**
     * Ends all sessions of that name, with their transactions and locks. Never this server's own.
     *
     * @return how many there were
     */
    int end(String name);

    /**
     * Does something that takes long and is no work of the database's, such as awaiting another site: the current transaction
     * may stand still for so long. It must hold no lock.
     */
    <T> T whileIdle(Duration longest, Supplier<T> work);

    /** A database that is this server's alone. */
    static DatabaseSessions own() {
        return new DatabaseSessions() {
            @Override
            public String name() {
                return "";
            }

            @Override
            public int end(String name) {
                return 0;
            }

            @Override
            public <T> T whileIdle(Duration longest, Supplier<T> work) {
                return work.get();
            }
        };
    }
}
