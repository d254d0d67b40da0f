package io.fateflow.worker.run;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ArrayNode;

/** What a component measures while it runs, each state of its file once. For one thread. */
public final class NewMetrics {

    private final RunDirectory run;
    private Optional<Instant> seen = Optional.empty();

    public NewMetrics(RunDirectory run) {
        this.run = run;
    }

    /** Empty if there is nothing that this has not given before. */
    public Optional<ArrayNode> next() throws IOException {
        Optional<Instant> written = run.metricsWritten();
        if (written.equals(seen)) {
            return Optional.empty();
        }
        seen = written;
        return run.metrics();
    }
}
