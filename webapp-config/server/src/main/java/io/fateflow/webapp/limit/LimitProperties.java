package io.fateflow.webapp.limit;

import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How much one account or one partner may ask of this site; there is no limit unless it is set.
 *
 * @param requestsPerMinute that each server serves
 * @param jobs that wait or run, whatever servers they were submitted at; of accounts only
 * @param bytes that each server takes
 */
@ConfigurationProperties("fate.limits")
public record LimitProperties(
        @DefaultValue Requests requestsPerMinute,
        @DefaultValue Jobs jobs,
        @DefaultValue Bytes bytes) {

    /**
     * Bytes; 0 is as many as come.
     *
     * @param accountPerDay of files that each account uploads
     * @param accountsPerDay of some of them, by name, instead of that
     * @param accountAtOnce of uploads of each account that have not ended
     * @param accountsAtOnce of some of them, by name, instead of that
     * @param partnerPerDay of data that executors of each party of another site send here
     * @param partnersPerDay of some of them, by party id, instead of that
     */
    public record Bytes(
            @DefaultValue("0") DataSize accountPerDay,
            @DefaultValue Map<String, DataSize> accountsPerDay,
            @DefaultValue("0") DataSize accountAtOnce,
            @DefaultValue Map<String, DataSize> accountsAtOnce,
            @DefaultValue("0") DataSize partnerPerDay,
            @DefaultValue Map<String, DataSize> partnersPerDay) {}

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
