package io.fateflow.webapp.exchange;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Data between executors.
 *
 * @param keepFree of the disk; what would leave less is put off, whoever sends it
 * @param giveUpAfter how long another site may be away, before the task that sends to it fails
 * @param stall how long nothing may move on a connection to another site, before a new one is made
 */
@ConfigurationProperties("fate.exchange")
public record ExchangeProperties(
        @DefaultValue("1GB") DataSize keepFree,
        @DefaultValue("10m") Duration giveUpAfter,
        @DefaultValue("30s") Duration stall) {}
