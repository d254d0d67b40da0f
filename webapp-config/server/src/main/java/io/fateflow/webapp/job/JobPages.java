package io.fateflow.webapp.job;

/** Where a browser sees a job, if this server has pages of its own beside Cockpit. */
@FunctionalInterface
public interface JobPages {

    /** The path of a job's page; of the list of all for what is no job's id. */
    String page(String jobId);
}
