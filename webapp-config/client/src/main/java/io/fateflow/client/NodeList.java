package io.fateflow.client;

import java.util.List;

/** The machines of a site. */
public record NodeList(List<Node> nodes, List<Worker> workers) {}
