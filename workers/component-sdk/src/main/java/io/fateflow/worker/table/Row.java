package io.fateflow.worker.table;

import java.util.List;

/** A row: its id, and one text for each column of the table. */
public record Row(String id, List<String> values) {}
