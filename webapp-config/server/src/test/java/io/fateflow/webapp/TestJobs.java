package io.fateflow.webapp;

import java.math.BigDecimal;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;
import io.fateflow.engine.job.ConfOnParty;
import io.fateflow.engine.job.NewJob;
import io.fateflow.engine.resource.Resources;
import io.fateflow.federation.status.JobStatus;

/** Rows of jobs that no process runs. */
public final class TestJobs {

    public static final Party GUEST = new Party("guest", 9999);
    public static final Party HOST = new Party("host", 10000);

    private TestJobs() {}

    /** The guest's job with one host, as it is at one of the two. */
    public static NewJob at(Party party, String jobId, JobStatus status) {
        return new NewJob(
                jobId,
                party,
                GUEST,
                "",
                "",
                "{\"guest\":[9999],\"host\":[10000]}",
                "{}",
                new ConfOnParty(Json.object(), new Resources(BigDecimal.ONE, BigDecimal.ZERO), 1, null),
                "",
                status);
    }
}
