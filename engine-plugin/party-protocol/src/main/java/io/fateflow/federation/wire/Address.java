package io.fateflow.federation.wire;

import java.util.Map;

import io.fateflow.dsl.Party;

/** Of what a call speaks: a job, or an attempt of a component, at one party. */
public sealed interface Address permits JobAddress, TaskAddress {

    String jobId();

    /** The party that is spoken of. */
    Party party();

    /** The job at that party. */
    JobAddress job();

    /**
     * What it gives for the named parts of a path.
     *
     * @param detail the last of them; may be empty
     */
    Map<String, String> pathValues(String detail);
}
