package io.fateflow.engine.plugin;

import java.time.Clock;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

import io.fateflow.engine.initiator.FateRows;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.operations.query.TaskQueries;

/** Rows for other sites, read as clients read them. */
final class QueriedRows implements FateRows {

    private final JobQueries jobs;
    private final TaskQueries tasks;

    QueriedRows(NamedParameterJdbcTemplate jdbc, Clock clock) {
        jobs = new JobQueries(jdbc, clock);
        tasks = new TaskQueries(jdbc, clock);
    }

    @Override
    public Optional<ObjectNode> job(String jobId) {
        return jobs.first(jobId);
    }

    @Override
    public List<ObjectNode> tasks(ObjectNode filter) {
        return tasks.find(filter, null, false);
    }
}
