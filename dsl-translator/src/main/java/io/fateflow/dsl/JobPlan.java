package io.fateflow.dsl;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A checked job: everything the scheduler needs to know of a DSL and a runtime conf.
 *
 * @param jobType {@code train} or {@code predict}
 * @param initiator the party that schedules the job; always one of {@code parties}
 * @param parties all parties in the order of the conf's {@code role} object, then list order
 * @param components in topological order
 * @param jobParameters per party: {@code job_parameters.common} merged with the party's role section
 * @param dsl the DSL as version 2, as submitted when it was version 2 already
 * @param runtimeConf the conf as version 2, with party ids as integers, otherwise as submitted
 */
public record JobPlan(
        String jobType,
        Party initiator,
        List<Party> parties,
        List<ComponentPlan> components,
        Map<Party, ObjectNode> jobParameters,
        ObjectNode dsl,
        ObjectNode runtimeConf) {}
