package io.fateflow.worker.component.evaluation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Caches;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Input;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.Results;
import io.fateflow.worker.component.TaskIdentity;
import io.fateflow.worker.data.AllowedFolders;
import io.fateflow.worker.data.WritableFolders;
import io.fateflow.worker.exchange.HttpExchange;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.retry.Backoff;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;
import io.fateflow.worker.table.TableWriter;

/** Prediction tables, and an Evaluation that reads them. */
final class PredictionFixture {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path directory;
    private final TableStore tables;
    private final List<Input> inputs = new ArrayList<>();
    private List<String> columns = List.of("label", "predict_result", "predict_score", "predict_detail", "type");

    PredictionFixture(Path directory) {
        this.directory = directory;
        this.tables = new TableStore(directory);
    }

    PredictionFixture withColumns(String... newColumns) {
        columns = List.of(newColumns);
        return this;
    }

    /** Each row is the five columns' texts, parted by blanks; {@code _} is an empty one. */
    PredictionFixture of(String component, String... rows) throws IOException {
        return of(component, List.of(rows));
    }

    PredictionFixture of(String component, List<String> rows) throws IOException {
        TableName name = new TableName("predictions", component + inputs.size());
        try (TableWriter writer = tables.create(name, TableSchema.of("id", columns, 1))) {
            for (int i = 0; i < rows.size(); i++) {
                List<String> values = List.of(rows.get(i).replace("_", "").split(" ", -1));
                writer.add(new Row("id" + i, values));
            }
            writer.commit();
        }
        inputs.add(new Input("data", component, "data", name));
        return this;
    }

    JsonNode evaluate(String parameters) throws IOException {
        Results results = new Results();
        new Evaluation()
                .run(new ComponentContext(
                        new TaskIdentity(
                                "j", "evaluation_0", "j_evaluation_0", "0", "Evaluation", new Party("guest", "9999")),
                        new Parameters("Evaluation#evaluation_0", (ObjectNode) JSON.readTree(parameters)),
                        new Parties(Map.of()),
                        inputs,
                        List.of(),
                        List.of("data"),
                        List.of(),
                        Caches.NONE,
                        directory,
                        AllowedFolders.none(),
                        WritableFolders.none(),
                        tables,
                        new HttpExchange("http://127.0.0.1:1", "none", Backoff.standard(), Duration.ZERO),
                        results));
        // as whoever reads result.json sees it
        return JSON.readTree(JSON.writeValueAsBytes(results.toJson()));
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The metric of a namespace and name. */
    static JsonNode metric(JsonNode result, String namespace, String name) {
        for (JsonNode metric : result.path("metrics")) {
            if (metric.path("namespace").asText().equals(namespace)
                    && metric.path("name").asText().equals(name)) {
                return metric;
            }
        }
        throw new AssertionError("no metric " + name + " of " + namespace + " in " + result.path("metrics"));
    }

    static List<String> names(JsonNode result) {
        return result.path("metrics").findValuesAsText("name");
    }
}
