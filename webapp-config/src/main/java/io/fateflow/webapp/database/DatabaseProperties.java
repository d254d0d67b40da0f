package io.fateflow.webapp.database;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * This server and its database.
 *
 * @param patience how long a server that starts waits for a database that does not answer
 */
@ConfigurationProperties("fate.database")
public record DatabaseProperties(@DefaultValue("1m") Duration patience) {}
