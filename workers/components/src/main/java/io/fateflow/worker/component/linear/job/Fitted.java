package io.fateflow.worker.component.linear.job;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.linear.model.SingleModel;

/**
 * What came out of one training.
 *
 * @param summary FATE's, for users
 */
public record Fitted(SingleModel model, ObjectNode summary) {}
