package io.fateflow.dsl;

import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What was submitted, as far as it is JSON.
 *
 * @param dsl the DSL
 * @param conf the conf
 * @param confCharacters length of the conf's text
 */
record Submission(Optional<ObjectNode> dsl, Optional<ObjectNode> conf, int confCharacters) {}
