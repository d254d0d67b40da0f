package io.fateflow.worker.component;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

import io.fateflow.worker.data.AllowedFolders;
import io.fateflow.worker.data.WritableFolders;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.table.TableInfo;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableStore;

/**
 * All that a component gets.
 *
 * @param inputs the tables it reads, in the DSL's order
 * @param models it starts from, in the DSL's order
 * @param dataOutputs the names that the DSL gives to its outputs
 * @param modelOutputs the names that the DSL gives to its models
 * @param caches what it goes on from, and leaves for a later run
 * @param home what relative paths of parameters start from
 * @param uploadFolders the only folders of this machine from which files become tables
 * @param downloadFolders the only folders of this machine in which tables become files
 * @param tables this party's tables
 * @param exchange with the other parties
 * @param results where it leaves what it made
 */
public record ComponentContext(
        TaskIdentity task,
        Parameters parameters,
        Parties parties,
        List<Input> inputs,
        List<ModelInput> models,
        List<String> dataOutputs,
        List<String> modelOutputs,
        Caches caches,
        Path home,
        AllowedFolders uploadFolders,
        WritableFolders downloadFolders,
        TableStore tables,
        Exchange exchange,
        Results results) {

    /** The first table under one of the DSL's keys, such as {@code train_data}; empty if this party has none. */
    public Optional<TableName> input(String key) {
        return inputs(key).stream().findFirst();
    }

    /** All tables under one of the DSL's keys. */
    public List<TableName> inputs(String key) {
        return inputs.stream()
                .filter(input -> input.key().equals(key))
                .map(Input::table)
                .toList();
    }

    /**
     * The table to work on, under whichever of FATE's keys the DSL names it.
     *
     * @throws IOException if this party has none
     */
    public TableName requireInput() throws IOException {
        return Stream.of("data", "train_data", "validate_data", "test_data")
                .flatMap(key -> inputs(key).stream())
                .findFirst()
                .orElseThrow(() -> new IOException(task.self() + ": " + task.componentName()
                        + " has no input data: the component before it left none here"));
    }

    /** The model to go on with: to predict, to transform, or for a warm start. */
    public Optional<Model> model() {
        return models(ModelInput.Kind.MODEL).stream().findFirst();
    }

    public List<Model> models(ModelInput.Kind kind) {
        return models.stream()
                .filter(input -> input.kind() == kind)
                .map(ModelInput::model)
                .toList();
    }

    /** A new name for an output table, as FATE makes them. */
    public TableName newOutputTable() {
        return new TableName(
                "output_data_" + task.taskId() + "_" + task.taskVersion(),
                UUID.randomUUID().toString().replace("-", ""));
    }

    /** Says that a table is this component's output of that place in the DSL; one that nobody named stays unnamed. */
    public void output(int place, TableInfo table) throws IOException {
        if (place < dataOutputs.size()) {
            results.output(dataOutputs.get(place), table, "output", tables);
        }
    }

    /**
     * Keeps what this component has learned by one of its iterations: FATE's {@code ModelCheckpoint}. Nobody gets it if the
     * DSL names no model output, or the component fails.
     *
     * @param step FATE's {@code step_index}
     */
    public void checkpoint(int step, Model model) {
        checkpoint(step, Instant.now(), model);
    }

    /** As {@link #checkpoint(int, Model)}, of a model that was so at an earlier time. */
    public void checkpoint(int step, Instant made, Model model) {
        modelOutputs.stream().findFirst().ifPresent(alias -> results.checkpoint(alias, step, made, model));
    }

    /** The cache to go on from. */
    public Optional<Input> cache() {
        return caches.inputs().stream().findFirst();
    }

    /** A new name for a cache, as FATE makes them. */
    public TableName newCacheTable() {
        return new TableName(
                "output_cache_" + task.taskId() + "_" + task.taskVersion(),
                UUID.randomUUID().toString().replace("-", ""));
    }

    /** Says that a table is the cache that this component leaves; nobody gets it if the DSL names no cache output. */
    public void outputCache(TableName table) {
        caches.outputs().stream().findFirst().ifPresent(name -> results.cache(name, table));
    }

    /** Says what this component learned; nobody gets it if the DSL names no model output. */
    public void output(Model model) {
        modelOutputs.stream().findFirst().ifPresent(alias -> results.model(alias, model));
    }
}
