package io.fateflow.webapp.limit;

import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How much one account or one partner may ask of this site; there is no limit unless it is set.
 *
 * @param requestsPerMinute that each server serves
 * @param jobs that wait or run, whatever servers they were submitted at; of accounts only
 */
@ConfigurationProperties("fate.limits")
public record LimitProperties(
        @DefaultValue Requests requestsPerMinute,
        @DefaultValue Jobs jobs) {

    /**
     * Requests; 0 is as many as come.
     *
     * @param account of each account or client's key
     * @param accounts of some of them, by name, instead of that
     * @param partner of each party of another site
     * @param partners of some of them, by party id, instead of that
     */
    public record Requests(
            @DefaultValue("0") int account,
            @DefaultValue Map<String, Integer> accounts,
            @DefaultValue("0") int partner,
            @DefaultValue Map<String, Integer> partners) {}

    /**
     * Jobs; 0 is as many as come.
     *
     * @param account of each account or client's key
     * @param accounts of some of them, by name, instead of that
     */
    public record Jobs(
            @DefaultValue("0") int account, @DefaultValue Map<String, Integer> accounts) {

        public int of(String name) {
            return accounts.getOrDefault(name, account);
        }
    }
}
