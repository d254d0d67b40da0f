package io.fateflow.worker.component;

import java.nio.file.Path;
import java.util.List;

import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableStore;

/**
 * All that a component gets.
 *
 * @param inputs the tables it reads, in the DSL's order
 * @param dataOutputs the names that the DSL gives to its outputs
 * @param home what relative paths of parameters start from
 * @param tables this party's tables
 * @param exchange with the other parties
 * @param results where it leaves what it made
 */
public record ComponentContext(
        TaskIdentity task,
        Parameters parameters,
        Parties parties,
        List<Input> inputs,
        List<String> dataOutputs,
        Path home,
        TableStore tables,
        Exchange exchange,
        Results results) {

    /** A new name for an output table, as FATE makes them. */
    public TableName newOutputTable(String uniqueName) {
        return new TableName("output_data_" + task.taskId() + "_" + task.taskVersion(), uniqueName);
    }
}
