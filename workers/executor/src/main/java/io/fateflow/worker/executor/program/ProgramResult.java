package io.fateflow.worker.executor.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Metric;
import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.PassException;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.TableName;

/** What a program left: its {@code result.json}, or nothing but files by their usual names. */
record ProgramResult(ObjectNode json) {

    static ProgramResult read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return new ProgramResult(JsonNodeFactory.instance.objectNode());
        }
        try {
            if (new ObjectMapper().readTree(file.toFile()) instanceof ObjectNode object) {
                return new ProgramResult(object);
            }
            throw new IOException("the program's " + file.getFileName() + " does not hold a JSON object");
        } catch (JsonProcessingException e) {
            throw new IOException("the program's " + file.getFileName() + " is not JSON: " + e.getOriginalMessage(), e);
        }
    }

    String error() {
        return json.path("error_report").asText();
    }

    /** Hands on what the program made; throws if it says that it failed, or passed. */
    void writeTo(ComponentContext context, Path directory) throws IOException, PassException {
        switch (json.path("status").asText("success")) {
            case "success" -> {}
            case "pass" -> throw new PassException("the program says so");
            default -> throw new IOException(error().isBlank() ? "the program says that it failed" : error());
        }
        for (int place = 0; place < context.dataOutputs().size(); place++) {
            output(place, context, directory);
        }
        json.path("metrics").forEach(metric -> context.results().metric(metric(metric)));
        json.path("summary").properties().forEach(entry -> context.results().summary(entry.getKey(), entry.getValue()));
        json.path("models").forEach(model -> context.output(model(model, context)));
        for (JsonNode checkpoint : json.path("checkpoints")) {
            checkpoint(checkpoint, context, directory);
        }
        if (json.hasNonNull("cache")) {
            cache(existing(directory, json.path("cache"), "cache"), context);
        }
    }

    /** One of them is in memory at a time, besides those that are kept. */
    private static void checkpoint(JsonNode checkpoint, ComponentContext context, Path directory) throws IOException {
        int step = checkpoint.path("step_index").asInt(-1);
        if (step < 0) {
            throw new IOException("the program's result.json has a checkpoint without a step_index from 0 on");
        }
        Path file = existing(directory, checkpoint.path("file"), "checkpoint of step " + step);
        Instant made = checkpoint.has("create_time")
                ? Instant.ofEpochMilli(checkpoint.path("create_time").asLong())
                : Files.getLastModifiedTime(file).toInstant();
        context.checkpoint(step, made, model(read(file).json(), context));
    }

    /** It holds keys: nothing of it stays but the table. */
    private static void cache(Path file, ComponentContext context) throws IOException {
        TableName table = context.newCacheTable();
        new CsvTables(context.tables().caches()).read(file, table, 1);
        context.outputCache(table);
        Files.delete(file);
    }

    private static Path existing(Path directory, JsonNode name, String what) throws IOException {
        Path file = directory.resolve(name.asText());
        if (!Files.isRegularFile(file)) {
            throw new IOException(
                    "the program's result.json names the file " + name + " for its " + what + ", but there is none");
        }
        return file;
    }

    private void output(int place, ComponentContext context, Path directory) throws IOException {
        String name = context.dataOutputs().get(place);
        Path file = directory.resolve("output-" + place + ".csv");
        InstanceSchema instances = null;
        for (JsonNode output : json.path("outputs")) {
            if (output.path("data_name").asText().equals(name)) {
                file = existing(directory, output.path("file"), "output " + name);
                instances = InstanceSchema.fromJson(output.path(Program.INSTANCES));
            }
        }
        if (Files.isRegularFile(file)) {
            CsvTables csv = new CsvTables(context.tables());
            TableName table = context.newOutputTable();
            context.output(
                    place, instances == null ? csv.read(file, table, 1) : csv.readInstances(file, table, instances, 1));
        }
    }

    private static Metric metric(JsonNode metric) {
        List<Metric.Point> points = new ArrayList<>();
        metric.path("data").forEach(point -> points.add(new Metric.Point(point.path(0), point.path(1))));
        return new Metric(
                metric.path("namespace").asText("default"),
                metric.path("name").asText("metric"),
                metric.path("metric_type").asText("data"),
                object(metric.path("metas")),
                points);
    }

    private static Model model(JsonNode model, ComponentContext context) {
        return new Model(
                model.path("module").asText(context.task().module()),
                model.path("meta_name").asText(),
                object(model.path("meta")),
                model.path("param_name").asText(),
                object(model.path("param")));
    }

    private static ObjectNode object(JsonNode node) {
        return node instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
    }
}
