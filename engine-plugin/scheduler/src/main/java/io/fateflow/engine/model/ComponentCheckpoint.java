package io.fateflow.engine.model;

import java.time.Instant;

/**
 * What one component had learned at one party after one of its iterations.
 *
 * @param stepIndex FATE's number of the iteration
 * @param stepName FATE's name of what is counted
 * @param createTime when it was kept, by its executor's clock
 */
public record ComponentCheckpoint(int stepIndex, String stepName, Instant createTime, ComponentModel model) {}
