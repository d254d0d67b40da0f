package io.fateflow.webapp.limit;

import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How many requests a minute are served; 0 is as many as come.
 *
 * @param account of each account or client's key
 * @param accounts of some of them, by name, instead of that
 * @param partner of each party of another site
 * @param partners of some of them, by party id, instead of that
 */
@ConfigurationProperties("fate.limits.requests-per-minute")
public record LimitProperties(
        @DefaultValue("0") int account,
        @DefaultValue Map<String, Integer> accounts,
        @DefaultValue("0") int partner,
        @DefaultValue Map<String, Integer> partners) {}
