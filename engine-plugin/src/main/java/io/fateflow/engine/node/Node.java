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
 */
public record Node(String name, String url, String lockOwner, String version, long started, long seen) {}
