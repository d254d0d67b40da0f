package io.fateflow.engine.node;

import javax.sql.DataSource;

/**
 * With what a server takes part in its site.
 *
 * @param heartbeats connections on which nothing else is done, and which wait for no lock
 * @param sessionName of all its database sessions; empty if they have none
 */
public record Membership(DataSource heartbeats, String sessionName) {}
