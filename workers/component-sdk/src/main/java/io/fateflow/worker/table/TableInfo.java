package io.fateflow.worker.table;

/** What is known of a stored table without reading its rows. */
public record TableInfo(TableName name, long count, TableSchema schema) {}
