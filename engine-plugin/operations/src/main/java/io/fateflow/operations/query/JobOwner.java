package io.fateflow.operations.query;

/**
 * Whose a job is at this site, or a version of a model that goes back to one.
 *
 * @param submitter empty if nobody of this site has submitted it
 * @param project empty if it is of none
 */
public record JobOwner(String submitter, String project) {}
