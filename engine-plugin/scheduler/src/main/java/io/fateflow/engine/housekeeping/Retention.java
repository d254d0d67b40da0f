package io.fateflow.engine.housekeeping;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * How long what nobody needs any more is kept. Tables and models are kept until somebody deletes them.
 *
 * @param runs run directories and logs of ended jobs
 * @param leftovers what exchanges and uploads that broke off have left on disk
 * @param definitions compiled DAGs that nothing refers to
 * @param audit entries of the audit log
 * @param consents what owners have decided, once the job's rows are gone
 * @param jobs rows of ended jobs that have no model; null for ever
 */
public record Retention(
        Duration runs,
        Duration leftovers,
        Duration definitions,
        Duration audit,
        Duration consents,
        @Nullable Duration jobs) {

    private static final Duration LEAST = Duration.ofHours(1);

    /** Policies may count what was used so long. */
    private static final Duration LEAST_OF_CONSENTS = Duration.ofDays(30);

    public Retention {
        for (Duration each : jobs == null
                ? List.of(runs, leftovers, definitions, audit)
                : List.of(runs, leftovers, definitions, audit, jobs)) {
            if (each.compareTo(LEAST) < 0) {
                throw new IllegalArgumentException(
                        "FFB-7101 fate.housekeeping keeps everything for an hour at least, not for " + each);
            }
        }
        if (consents.compareTo(LEAST_OF_CONSENTS) < 0) {
            throw new IllegalArgumentException(
                    "FFB-7101 fate.housekeeping.consents is 30 days at least, as policies count what was used in these, not "
                            + consents);
        }
    }

    /** Two weeks of runs, a day of leftovers, 30 days of definitions, a year of audit and consents, all jobs. */
    public static Retention standard() {
        return new Retention(
                Duration.ofDays(14),
                Duration.ofDays(1),
                Duration.ofDays(30),
                Duration.ofDays(365),
                Duration.ofDays(365),
                null);
    }
}
