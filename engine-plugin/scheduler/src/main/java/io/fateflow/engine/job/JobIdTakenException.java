package io.fateflow.engine.job;

import org.camunda.bpm.engine.BadUserRequestException;

/** A job was to be made under the id of one that is there: another server's of the same microsecond, or a caller's choice. */
public final class JobIdTakenException extends BadUserRequestException {

    private static final long serialVersionUID = 1;

    public JobIdTakenException(String jobId) {
        super(
                ("FFB-2009 there is a job %s already, and a business key of so many digits is a job's id: start the process"
                                + " without a business key, or with another")
                        .formatted(jobId));
    }
}
