package io.fateflow.engine.job;

import java.util.Collection;

/** What a user can do to jobs. */
public interface JobCommands {

    /**
     * Starts {@code fate-job}; on return the job is {@code waiting} at every party.
     *
     * @throws JobRejectedException if the DSL or the conf is wrong; nothing is stored then
     */
    SubmittedJob submit(JobSubmission submission);

    /**
     * Stops a job at every party. A job that has ended already is left as it is.
     *
     * @param status {@code canceled}, {@code failed} or {@code timeout}
     * @return whether the job is known on this site
     */
    boolean stop(String jobId, String status);

    /**
     * Runs a job that has ended again: it waits for resources, as at its start. Components that have succeeded are not run
     * again, unless by force; then they and all that depends on them get a new version.
     *
     * @param components what is meant, with all that depends on it; empty for all
     * @throws JobStateException if the job has not ended, or has no such component
     */
    RerunResult rerun(String jobId, Collection<String> components, boolean force);
}
