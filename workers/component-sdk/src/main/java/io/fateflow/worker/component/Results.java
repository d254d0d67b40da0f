package io.fateflow.worker.component;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableInfo;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;

/** Collects what a component made, in the form of {@code result.json}. */
public final class Results {

    private static final int PREVIEW_ROWS = 100;

    private final ObjectNode json = new ObjectMapper().createObjectNode();
    private final ArrayNode outputs = json.putArray("outputs");
    private final ArrayNode tables = json.putArray("tables");
    private final ArrayNode metrics = json.putArray("metrics");
    private final ArrayNode models = json.putArray("models");
    private final ArrayNode caches = json.putArray("caches");
    private final ObjectNode summary = json.putObject("summary");
    private final Checkpoints checkpoints = new Checkpoints();
    private final Map<List<String>, ObjectNode> growing = new LinkedHashMap<>();
    private long changes;

    /**
     * Says that a table is an output of this component.
     *
     * @param dataName the output's name in the DSL
     * @param origin {@code upload}, {@code reader} or {@code output}
     */
    public void output(String dataName, TableInfo table, String origin, TableStore store) throws IOException {
        outputs.addObject()
                .put("data_name", dataName)
                .put("table_name", table.name().name())
                .put("table_namespace", table.name().namespace());
        tables.add(describe(table, origin, store));
    }

    /** Says what the component has measured. */
    public synchronized void metric(Metric metric) {
        growing.remove(List.of(metric.namespace(), metric.name()));
        metrics.add(describe(metric));
        changes++;
    }

    /** Shows a metric as it is by now, while the component runs: a curve as it grows. Only {@link #metric} says what stays. */
    public synchronized void growing(Metric metric) {
        growing.put(List.of(metric.namespace(), metric.name()), describe(metric));
        changes++;
    }

    /**
     * Says how far the component is. A job with this component only, as an upload is, shows it as its progress.
     *
     * @param percent from 0 to 99; the end says the rest
     */
    public void progress(int percent) {
        growing(new Metric(
                "progress", "progress", "PROGRESS", json.objectNode(), Map.of("percent", json.numberNode(percent))));
    }

    /** What was measured so far, finished or not, in the form of {@code result.json}. May be called by other threads. */
    public synchronized ArrayNode metricsSoFar() {
        ArrayNode all = metrics.deepCopy();
        growing.values().forEach(all::add);
        return all;
    }

    /** How often what was measured has changed. May be called by other threads. */
    public synchronized long metricChanges() {
        return changes;
    }

    private ObjectNode describe(Metric metric) {
        ObjectNode node = json.objectNode()
                .put("namespace", metric.namespace())
                .put("name", metric.name())
                .put("metric_type", metric.type());
        node.set("metas", metric.metas());
        ArrayNode data = node.putArray("data");
        metric.data().forEach(point -> data.addArray().add(point.key()).add(point.value()));
        return node;
    }

    /**
     * Says that a model is an output of this component.
     *
     * @param alias the output's name in the DSL
     */
    public void model(String alias, Model model) {
        ObjectNode node = models.addObject()
                .put("alias", alias)
                .put("module", model.module())
                .put("meta_name", model.metaName())
                .put("param_name", model.paramName());
        node.set("meta", model.meta());
        node.set("param", model.param());
    }

    /**
     * Keeps a model as it is after one of its iterations. Of many, only the newest are kept.
     *
     * @param alias the output's name in the DSL
     * @param step FATE's {@code step_index}, from 0
     * @param made when the model was so
     */
    public void checkpoint(String alias, int step, Instant made, Model model) {
        checkpoints.add(Checkpoint.of(alias, step, made, model));
    }

    /**
     * Says that a table is a cache that this component leaves. It is listed nowhere, and nothing of it is shown.
     *
     * @param name the output's name in the DSL
     */
    public void cache(String name, TableName table) {
        caches.addObject()
                .put("cache_name", name)
                .put("table_name", table.name())
                .put("table_namespace", table.namespace());
    }

    /** The tables that are outputs so far. */
    public List<TableName> tables() {
        return names(tables, "name", "namespace");
    }

    /** The caches so far. */
    public List<TableName> caches() {
        return names(caches, "table_name", "table_namespace");
    }

    private static List<TableName> names(ArrayNode described, String name, String namespace) {
        List<TableName> names = new ArrayList<>();
        described.forEach(table -> names.add(
                new TableName(table.path(namespace).asText(), table.path(name).asText())));
        return names;
    }

    public void summary(String key, JsonNode value) {
        summary.set(key, value);
    }

    /** All so far. */
    public ObjectNode toJson() {
        ObjectNode all = json.deepCopy();
        if (!checkpoints.isEmpty()) {
            all.set("checkpoints", checkpoints.toJson());
        }
        return all;
    }

    private ObjectNode describe(TableInfo table, String origin, TableStore store) throws IOException {
        TableSchema schema = table.schema();
        ObjectNode node = json.objectNode()
                .put("name", table.name().name())
                .put("namespace", table.name().namespace())
                .put("count", table.count())
                .put("partitions", schema.partitions())
                .put("origin", origin)
                .put("id_delimiter", schema.idDelimiter())
                .put("have_head", schema.haveHead())
                .put("extend_sid", schema.extendSid())
                .put("auto_increasing_sid", schema.autoIncreasingSid());
        ObjectNode described = node.putObject("schema").put("sid", schema.sid());
        described.set("header", header(schema, origin));
        described.set("meta", schema.meta());
        ArrayNode preview = node.putArray("part_of_data");
        for (Row row : firstRows(table, store)) {
            preview.addArray().add(row.id()).add(String.join(schema.idDelimiter(), row.values()));
        }
        return node;
    }

    /** As FATE has it: a text while nobody but the file has said what the columns are, then a list. */
    private JsonNode header(TableSchema schema, String origin) {
        boolean asUploaded = schema.meta().isEmpty() && !origin.equals("output");
        if (asUploaded || schema.header().isEmpty()) {
            return json.textNode(schema.header());
        }
        ArrayNode header = json.arrayNode();
        for (String column : schema.header().split(Pattern.quote(schema.idDelimiter()), -1)) {
            header.add(column);
        }
        return header;
    }

    private static List<Row> firstRows(TableInfo table, TableStore store) throws IOException {
        List<Row> first = new ArrayList<>(PREVIEW_ROWS);
        try (TableReader reader = store.open(table.name())) {
            for (List<Row> rows = reader.next(); !rows.isEmpty() && first.size() < PREVIEW_ROWS; rows = reader.next()) {
                first.addAll(rows.subList(0, Math.min(rows.size(), PREVIEW_ROWS - first.size())));
            }
        }
        return first;
    }
}
