package io.fateflow.worker.executor;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Input;
import io.fateflow.worker.component.ParameterException;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.PassException;
import io.fateflow.worker.component.Results;
import io.fateflow.worker.component.Stage;
import io.fateflow.worker.component.TaskIdentity;
import io.fateflow.worker.exchange.HttpExchange;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.exchange.SiteServers;
import io.fateflow.worker.executor.program.Program;
import io.fateflow.worker.retry.Backoff;
import io.fateflow.worker.site.ServerFiles;
import io.fateflow.worker.site.SharedFolder;
import io.fateflow.worker.site.SiteFiles;
import io.fateflow.worker.table.TableInfo;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableStore;

/** Runs one component and tells how it ended. */
final class ComponentRun {

    private static final Logger log = LoggerFactory.getLogger(ComponentRun.class);
    private static final Duration SERVER_MAY_BE_AWAY = Duration.ofMinutes(10);

    private final Arguments arguments;
    private final ExecutorConfig config;
    private final Function<String, Component> components;
    private final Results results = new Results();
    private final SiteServers servers;
    private final TableStore tables;
    private final SiteFiles files;

    /** @param components finds one by FATE's name of its module, unless a program is to run */
    ComponentRun(Arguments arguments, ExecutorConfig config, Function<String, Component> components) {
        this.arguments = arguments;
        this.config = config;
        this.components = components;
        this.servers =
                new SiteServers(config.exchangeUrls(), config.exchangeToken(), Backoff.standard(), SERVER_MAY_BE_AWAY);
        this.tables = new TableStore(config.store());
        this.files = config.fileCache()
                .<SiteFiles>map(
                        cache -> new ServerFiles(servers, cache, tables, ServerFiles.Folders.of(config.store())))
                .orElseGet(SharedFolder::new);
    }

    /**
     * Whatever the component does wrong is in the result; only what is broken around it is thrown.
     *
     * @param beginning is told when the component is about to run, with what it will measure
     */
    ExecutorResult run(Consumer<Results> beginning) {
        try {
            ComponentContext context = context(files.bring(config.parameters()));
            if (!context.parameters().needRun()) {
                log.info("need_run is false: pass");
                handOn(context);
                return ended("pass");
            }
            requireModels(context.task());
            requireCaches(context);
            beginning.accept(results);
            if (!isRun(context)) {
                return ended("pass");
            }
            context.exchange().settle();
            ExecutorResult result = ended("success");
            log.info("{} succeeded", context.task().componentName());
            return result;
        } catch (Exception failure) {
            log.error("{} failed", task().componentName(), failure);
            return ExecutorResult.failed(Failures.describe(failure), !(failure instanceof ParameterException));
        }
    }

    /** Whether the component had something to do. */
    private boolean isRun(ComponentContext context) throws Exception {
        try {
            component().run(context);
            return true;
        } catch (PassException pass) {
            log.info("pass: {}", pass.getMessage());
            return false;
        }
    }

    /** What is told of must be there for others: the report says so. */
    private ExecutorResult ended(String status) throws IOException, InterruptedException {
        files.giveBack(results.tables(), results.caches());
        return ExecutorResult.ended(status, results.toJson());
    }

    /** To train anew is no prediction. */
    private void requireModels(TaskIdentity task) throws IOException {
        List<String> missing = new ArrayList<>();
        config.json().path("inputs").path("missing_models").forEach(model -> missing.add(model.asText()));
        if (!missing.isEmpty()) {
            throw new IOException(
                    ("FFB-4040 %s at %s is to go on with %s, which this party does not have: deploy that model at"
                                    + " all its parties, or import it here, then run the job again")
                            .formatted(task.componentName(), task.self(), String.join(", ", missing)));
        }
    }

    /** The other parties go on from theirs: without its own, this one would wait for what nobody sends. */
    private void requireCaches(ComponentContext context) throws IOException {
        for (JsonNode cache : config.json().path("inputs").path("cache")) {
            if (!Input.isTable(cache) || !isKept(context, cache)) {
                throw new IOException(
                        "FFB-4041 %s at %s is to go on from the cache %s of %s, which is not at this party"
                                .formatted(
                                        context.task().componentName(),
                                        context.task().self(),
                                        cache.path("output").asText(),
                                        cache.path("component").asText()));
            }
        }
    }

    private static boolean isKept(ComponentContext context, JsonNode cache) {
        TableName table = new TableName(
                cache.path("namespace").asText(), cache.path("name").asText());
        return context.tables().caches().has(table);
    }

    /**
     * Who reads the output of a component that does not run reads its input, as in FATE. What it would have learned from or
     * been tested with is not handed on: who reads that output waits for predictions.
     */
    private static void handOn(ComponentContext context) throws IOException {
        Optional<TableName> data = context.inputs().stream()
                .filter(input -> !Stage.isOfLearners(input.key()))
                .map(Input::table)
                .findFirst();
        if (data.isEmpty() || context.dataOutputs().isEmpty()) {
            return;
        }
        TableStore tables = context.tables();
        TableName input = data.get();
        Optional<TableInfo> found = tables.find(input);
        if (found.isPresent()) {
            context.output(
                    0, tables.copy(input, context.newOutputTable(), found.get().schema()));
        }
    }

    private Component component() {
        return config.json().path("program").isObject()
                ? new Program(config.json(), arguments.values())
                : components.apply(config.module());
    }

    private TaskIdentity task() {
        return new TaskIdentity(
                arguments.text("job_id"),
                arguments.text("component_name"),
                arguments.text("task_id"),
                arguments.text("task_version"),
                config.module(),
                new Party(arguments.text("role"), arguments.text("party_id")));
    }

    private ComponentContext context(ObjectNode parameters) {
        TaskIdentity task = task();
        return new ComponentContext(
                task,
                new Parameters(config.module() + "#" + task.componentName(), parameters),
                config.parties(),
                config.inputs(),
                config.models(),
                config.dataOutputs(),
                config.modelOutputs(),
                config.caches(),
                config.home(),
                config.uploadFolders(),
                config.downloadFolders(),
                tables,
                new HttpExchange(servers),
                results);
    }
}
