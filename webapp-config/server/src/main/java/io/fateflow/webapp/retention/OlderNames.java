package io.fateflow.webapp.retention;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.task.TaskParameterStore;
import io.fateflow.webapp.database.DatabaseTrouble;

/**
 * Has lineage find by an index what an earlier version has written: a thousand rows every five seconds, until there are none. Before that they
 * are found all the same, and slowly.
 */
@Component
final class OlderNames {

    private static final Logger LOG = LoggerFactory.getLogger(OlderNames.class);
    private static final int AT_ONCE = 1_000;

    private final TaskParameterStore parameters;
    private final JobStore jobs;
    private boolean done;

    OlderNames(JdbcTemplate jdbc, JobStore jobs) {
        this.parameters = new TaskParameterStore(jdbc);
        this.jobs = jobs;
    }

    @Scheduled(initialDelayString = "PT30S", fixedDelayString = "PT5S")
    void name() {
        if (done) {
            return;
        }
        try {
            done = parameters.nameTables(AT_ONCE) + jobs.bodies().nameModels(AT_ONCE) == 0;
        } catch (RuntimeException e) {
            if (!DatabaseTrouble.is(e)) {
                throw e;
            }
            LOG.debug("the database is away; again in five seconds", e);
        }
    }
}
