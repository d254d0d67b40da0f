package io.fateflow.engine.initiator;

import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A job's rows in the shape in which FATE's API and FATE's sites know them. */
public interface FateRows {

    /** The job as its initiator has it; empty if this site does not know it. */
    Optional<ObjectNode> job(String jobId);

    /**
     * The attempts that match.
     *
     * @param filter names of columns without their prefix, with the values that they must have
     */
    List<ObjectNode> tasks(ObjectNode filter);
}
