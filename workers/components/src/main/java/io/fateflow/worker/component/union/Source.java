package io.fateflow.worker.component.union;

import io.fateflow.worker.table.TableInfo;

/**
 * One of the tables to unite.
 *
 * @param key the output's name in the DSL, such as {@code reader_0.data}
 */
record Source(String key, TableInfo info) {}
