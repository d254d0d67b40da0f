package io.fateflow.worker.component;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.table.TableName;

/**
 * A table that another component left.
 *
 * @param key under which the DSL names it, such as {@code train_data}
 * @param component that made it
 * @param output the name of that component's output
 */
public record Input(String key, String component, String output, TableName table) {

    /** Whether a declared input, as {@code config.json} describes it, has a table at this party. */
    public static boolean isTable(JsonNode declared) {
        return declared.hasNonNull("name");
    }
}
