package io.fateflow.dsl;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * FATE's runtime conf of version 2, block by block. As the submitter wrote it, and completed, {@code job_parameters} has a
 * {@code common} object and role entries; a party's own conf has its parameters there, flat.
 *
 * @param tree as it is stored; what it lacks reads as absent
 */
public record JobConf(JsonNode tree) {

    /** The block with the parameters of the run. */
    public static final String JOB_PARAMETERS = "job_parameters";

    /** The block with what components are given; FATE's free form. */
    public static final String COMPONENT_PARAMETERS = "component_parameters";

    /** What applies to all parties, in either block. */
    public static final String COMMON = "common";

    /** What applies to some parties, in either block; at the top: role to party ids. */
    public static final String ROLE = "role";

    /** The parameters for all parties, of a conf that was not made for one of them. */
    public JobParameters common() {
        return new JobParameters(tree.path(JOB_PARAMETERS).path(COMMON));
    }

    /** The parameters, of a conf that was made for one party. */
    public JobParameters ofParty() {
        return new JobParameters(tree.path(JOB_PARAMETERS));
    }

    /** What the submitter gave some parties only: role to position to parameters. */
    public JsonNode roleParameters() {
        return tree.path(JOB_PARAMETERS).path(ROLE);
    }

    /** What components are given. */
    public JsonNode componentParameters() {
        return tree.path(COMPONENT_PARAMETERS);
    }

    /** Role to party ids. */
    public JsonNode roles() {
        return tree.path(ROLE);
    }

    /** Role and party id of who schedules the job. */
    public JsonNode initiator() {
        return tree.path("initiator");
    }
}
