package io.fateflow.worker.component;

import io.fateflow.worker.table.TableName;

/**
 * A table that another component left.
 *
 * @param key under which the DSL names it, such as {@code train_data}
 * @param component that made it
 * @param output the name of that component's output
 */
public record Input(String key, String component, String output, TableName table) {}
