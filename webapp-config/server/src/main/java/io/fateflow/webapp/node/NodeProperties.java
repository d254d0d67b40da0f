package io.fateflow.webapp.node;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * This server among the site's others.
 *
 * @param name tells it from them, and stays when it is started again; empty for host name and port
 * @param url where executors of all of the site's machines reach it; empty for one made from address and port
 * @param heartbeat how often it shows that it lives
 */
@ConfigurationProperties("fate.node")
public record NodeProperties(
        @DefaultValue("") String name,
        @DefaultValue("") String url,
        @DefaultValue("2s") Duration heartbeat) {}
