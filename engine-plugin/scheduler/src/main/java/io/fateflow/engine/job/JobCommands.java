package io.fateflow.engine.job;

import java.util.Collection;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;

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

    /**
     * Changes parameters of a job that does not run, for its next attempts. What is given is laid over what is stored:
     * objects key by key.
     *
     * @param jobParameters FATE's {@code job_parameters}: the common ones only
     * @param componentParameters FATE's {@code component_parameters}
     * @return the parameters as they are then; empty if the job is not known on this site
     * @throws JobRejectedException if the job would not be accepted so; nothing is changed then
     * @throws JobStateException if the job runs
     */
    Optional<UpdatedParameters> updateParameters(
            String jobId, ObjectNode jobParameters, ObjectNode componentParameters);

    /**
     * Lets a job start nothing more until it is resumed; what runs goes on. A suspended job stays suspended.
     *
     * @return whether the job is known on this site
     * @throws JobStateException if the job has ended
     */
    boolean suspend(String jobId);

    /**
     * Lets a suspended job go on; any other is left as it is.
     *
     * @return whether the job is known on this site
     */
    boolean resume(String jobId);
}
