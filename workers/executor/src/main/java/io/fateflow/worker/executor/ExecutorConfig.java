package io.fateflow.worker.executor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Caches;
import io.fateflow.worker.component.Input;
import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.ModelInput;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.data.AllowedFolders;
import io.fateflow.worker.data.WritableFolders;
import io.fateflow.worker.site.FileCache;
import io.fateflow.worker.site.ServerFiles;
import io.fateflow.worker.table.TableName;

/**
 * {@code config.json}, which tells an executor what to do.
 *
 * <p>The server writes (as {@code ExecutorTask.config}):
 *
 * <pre>{@code
 * {
 *   "module": "Reader",
 *   "job_id": "202601021530450000010",               // this and the next three as in FATE's arguments
 *   "component_name": "reader_0",
 *   "task_id": "202601021530450000010_reader_0",
 *   "task_version": 0,
 *   "job_parameters": {...},                         // FATE's run parameters, for executors that want them
 *   "component_parameters": {"table": {...}},        // the user's, merged for this party; need_run may be among them
 *   "roles": {"guest": [9999], "host": [10000]},     // ids as numbers or texts
 *   "initiator": {"role": "guest", "party_id": 9999},
 *   "local": {"role": "host", "party_id": 10000},
 *   "inputs": {"data": {"train_data": [
 *       {"component": "reader_0", "output": "data", "name": "<table>", "namespace": "<table's namespace>"}]},
 *     "model": [{"component": "hetero_lr_0", "alias": "model", "module": "HeteroLR",
 *                "meta_name": "...", "meta": {}, "param_name": "...", "param": {}}],
 *     "isometric_model": [],
 *     "cache": [{"component": "intersect_0", "output": "cache", "name": "<table>", "namespace": "<table's namespace>"}],
 *     "declared_models": {"model": ["hetero_lr_0"]},    // by slot whose models the DSL declares, here or not
 *     "missing_models": ["pipeline.hetero_lr_0.model of model ..."]},    // only if there are any: then nothing is run
 *   "outputs": {"data": ["data"], "model": ["model"], "cache": ["cache"]},
 *   "upload_folders": ["/data/incoming"],             // the only ones that an Upload may read from
 *   "download_folders": ["/data/outgoing"]           // the only ones in which a table becomes a file
 * }
 * }</pre>
 *
 * <p>Only {@code module} and {@code roles} are needed; the others count as empty. An input that the DSL declares and that
 * has no table at this party is there with name and namespace null; components see tables only. A Reader's {@code table} that a user
 * gave as the output of an earlier job has been replaced by that table's name and namespace.
 *
 * <p>The worker adds:
 *
 * <pre>{@code
 * {
 *   "store": "<directory of the table store>",
 *   "home": "<directory from which relative paths start>",
 *   "exchange": {"url": "http://127.0.0.1:9380", "others": [], "token": "<secret of this task>"},
 *   "files": {"cache": "<directory>", "cache_bytes": 21474836480},   // only if the site's files come from its server: then
 *                                                    // the store is the attempt's own, and empty
 *   "program": {"command": ["sh", "count.sh"], "pass_arguments": false}    // only if the executor is to run one
 * }
 * }</pre>
 */
record ExecutorConfig(
        String module,
        ObjectNode parameters,
        Parties parties,
        List<Input> inputs,
        List<ModelInput> models,
        List<String> dataOutputs,
        List<String> modelOutputs,
        Caches caches,
        Path store,
        Path home,
        AllowedFolders uploadFolders,
        WritableFolders downloadFolders,
        List<String> exchangeUrls,
        String exchangeToken,
        Optional<FileCache> fileCache,
        ObjectNode json) {

    static ExecutorConfig read(Path file) throws IOException {
        ObjectNode json = object(new ObjectMapper().readTree(file.toFile()));
        Path store = Path.of(json.path("store").asText());
        ServerFiles.Folders own = ServerFiles.Folders.of(store);
        Optional<FileCache> cache = fileCache(json.path("files"));
        return new ExecutorConfig(
                json.path("module").asText(),
                object(json.path("component_parameters")),
                parties(json.path("roles")),
                inputs(json.path("inputs").path("data")),
                models(json.path("inputs")),
                texts(json.path("outputs").path("data")),
                texts(json.path("outputs").path("model")),
                new Caches(
                        tables("cache", json.path("inputs").path("cache")),
                        texts(json.path("outputs").path("cache"))),
                store,
                Path.of(json.path("home").asText()),
                new AllowedFolders(cache.isPresent() ? List.of(own.in()) : folders(json.path("upload_folders"))),
                new WritableFolders(cache.isPresent() ? List.of(own.out()) : folders(json.path("download_folders"))),
                urls(json.path("exchange")),
                json.path("exchange").path("token").asText(),
                cache,
                json);
    }

    private static Optional<FileCache> fileCache(JsonNode files) {
        return files.isObject()
                ? Optional.of(new FileCache(
                        Path.of(files.path("cache").asText()),
                        files.path("cache_bytes").asLong()))
                : Optional.empty();
    }

    private static List<Path> folders(JsonNode list) {
        return texts(list).stream().map(Path::of).toList();
    }

    /** The worker's own server first, then the site's others. */
    private static List<String> urls(JsonNode exchange) {
        List<String> urls = new ArrayList<>(List.of(exchange.path("url").asText()));
        texts(exchange.path("others")).stream()
                .filter(url -> !urls.contains(url))
                .forEach(urls::add);
        return urls;
    }

    private static Parties parties(JsonNode roles) {
        Map<String, List<String>> byRole = new HashMap<>();
        roles.properties().forEach(role -> byRole.put(role.getKey(), texts(role.getValue())));
        return new Parties(byRole);
    }

    private static List<Input> inputs(JsonNode data) {
        List<Input> inputs = new ArrayList<>();
        data.properties().forEach(key -> inputs.addAll(tables(key.getKey(), key.getValue())));
        return inputs;
    }

    private static List<Input> tables(String key, JsonNode declared) {
        List<Input> tables = new ArrayList<>();
        declared.forEach(table -> {
            if (Input.isTable(table)) {
                tables.add(input(key, table));
            }
        });
        return tables;
    }

    private static Input input(String key, JsonNode table) {
        return new Input(
                key,
                table.path("component").asText(),
                table.path("output").asText(),
                new TableName(
                        table.path("namespace").asText(), table.path("name").asText()));
    }

    private static List<ModelInput> models(JsonNode inputs) {
        List<ModelInput> models = new ArrayList<>();
        inputs.path("model").forEach(model -> models.add(model(ModelInput.Kind.MODEL, model)));
        inputs.path("isometric_model").forEach(model -> models.add(model(ModelInput.Kind.ISOMETRIC_MODEL, model)));
        return models;
    }

    private static ModelInput model(ModelInput.Kind kind, JsonNode json) {
        Model model = new Model(
                json.path("module").asText(),
                json.path("meta_name").asText(),
                object(json.path("meta")),
                json.path("param_name").asText(),
                object(json.path("param")));
        return new ModelInput(
                kind, json.path("component").asText(), json.path("alias").asText(), model);
    }

    private static ObjectNode object(JsonNode json) {
        return json instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(element -> texts.add(element.asText()));
        return texts;
    }
}
