package io.fateflow.engine.node;

/**
 * A server of this site.
 *
 * @param name tells it from the site's other servers; the same after a restart
 * @param url where executors of any of the site's machines reach it
 * @param lockOwner under which name it takes the engine's jobs
 * @param version of the program
 * @param started epoch milliseconds
 * @param seen epoch milliseconds, by the database's clock
 * @param sessions how its database sessions are named; empty if they have no name of their own
 * @param clockDifference how far its own clock is ahead of the database's, in milliseconds
 */
public record Node(
        String name,
        String url,
        String lockOwner,
        String version,
        long started,
        long seen,
        String sessions,
        long clockDifference) {

    /** The same, with its clock as it is now. */
    public Node withClockDifference(long millis) {
        return new Node(name, url, lockOwner, version, started, seen, sessions, millis);
    }
}
