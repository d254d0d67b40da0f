package io.fateflow.client;

import java.util.List;

/** @param more whether there are older ones that the answer had no room for */
public record TablePage(List<Table> tables, boolean more) {}
