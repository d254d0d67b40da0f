package io.fateflow.operations.query;

import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A part of what was found.
 *
 * @param count how many rows there are in all
 */
public record Page(long count, List<ObjectNode> rows) {}
