package io.fateflow.engine.participant;

import io.fateflow.federation.wire.JobAddress;

/** The processes that look after jobs of other sites, as the engine runs them; in the caller's transaction. */
public interface ForeignProcesses {

    /** Starts {@code fate-foreign-job}, unless it looks after the job already. */
    void watch(JobAddress at);

    /** The job has ended here: nothing has to be looked after any more. */
    void jobEnded(JobAddress at);
}
