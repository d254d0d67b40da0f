package io.fateflow.engine.job;

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
}
