package io.fateflow.webapp.database;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long this server and its database wait for each other; all but the first on PostgreSQL. Together they bound how long a server that
 * stands still, or is lost without a word, holds up the others.
 *
 * @param patience how long a server that starts waits for a database that does not answer
 * @param lockTimeout how long a statement waits for a lock; longer than {@code idleInTransaction}, after which it is free
 * @param idleInTransaction after which the database ends a session that stands still in a transaction
 * @param unacknowledged after which the database ends a session whose other end does not confirm what it is sent
 * @param socketTimeout after which this server gives up a statement that the database does not answer
 */
@ConfigurationProperties("fate.database")
public record DatabaseProperties(
        @DefaultValue("1m") Duration patience,
        @DefaultValue("12s") Duration lockTimeout,
        @DefaultValue("10s") Duration idleInTransaction,
        @DefaultValue("10s") Duration unacknowledged,
        @DefaultValue("2m") Duration socketTimeout) {}
