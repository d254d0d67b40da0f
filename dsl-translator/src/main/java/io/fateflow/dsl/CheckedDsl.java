package io.fateflow.dsl;

import java.util.Map;

/** The DSL as far as it could be read: the components in declaration order, and who waits for whom. */
record CheckedDsl(Map<String, DeclaredComponent> components, Graph graph) {}
