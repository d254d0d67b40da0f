package io.fateflow.webapp.camunda;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.fateflow.engine.housekeeping.Retention;

/**
 * How long what nobody needs any more is kept; at least an hour. Tables and models are kept until somebody deletes them.
 *
 * @param runs run directories and logs of ended jobs
 * @param leftovers what exchanges and uploads that broke off have left on disk
 * @param definitions compiled DAGs that nothing refers to
 * @param audit entries of the audit log
 * @param consents what owners of tables have decided, once the job's rows are gone; 30 days at least
 * @param jobs rows of ended jobs that have no model; for ever unless set
 */
@ConfigurationProperties("fate.housekeeping")
public record HousekeepingProperties(
        @DefaultValue("14d") Duration runs,
        @DefaultValue("1d") Duration leftovers,
        @DefaultValue("30d") Duration definitions,
        @DefaultValue("365d") Duration audit,
        @DefaultValue("365d") Duration consents,
        @Nullable Duration jobs) {

    Retention retention() {
        return new Retention(runs, leftovers, definitions, audit, consents, jobs);
    }
}
