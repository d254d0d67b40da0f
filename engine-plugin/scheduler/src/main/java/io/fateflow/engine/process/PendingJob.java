package io.fateflow.engine.process;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.JobPlan;

/**
 * A compiled job on its way from <i>Compile DSL</i> to <i>Create job at parties</i>: it is passed from one
 * to the other, and never written as a process variable.
 *
 * @param runtimeConf the conf with completed common parameters
 * @param trainConf the conf of the training that a predict job goes back to, otherwise empty
 * @param name the platform's own business key, empty if it gave none
 */
record PendingJob(JobPlan plan, ObjectNode runtimeConf, ObjectNode trainConf, String dagKey, String name) {}
