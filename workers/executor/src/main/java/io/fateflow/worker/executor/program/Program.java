package io.fateflow.worker.executor.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.api.RunFiles;
import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Input;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableStore;

/**
 * Runs the program that the worker's settings name for a module, in a directory of its own:
 *
 * <pre>
 * config.json   as the executor's own, without table store and program; an input's "file" is its CSV file, and
 *               one that was declared and has no table at this party has none
 * input-0.csv   the first input table, and so on in the DSL's order
 * output-0.csv  the first output, if the program writes it; or result.json names other files
 * cache-0.csv   the cache to go on from, if the DSL names one; it is gone when the program has ended
 * result.json   as an executor's, if the program writes it; an output has a "file" in place of a table, and so have the
 *               "cache" and each of the "checkpoints", whose file has a model
 * </pre>
 *
 * <p>To a FATE installation's Python, tables of instances go with "instances", which says what they hold, and so they may come
 * back.
 *
 * <p>The program is in the executor's process group: whoever stops the executor stops both.
 */
public final class Program implements Component {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CONFIG = "config.json";
    static final String INSTANCES = "instances";
    private static final String RESULT = "result.json";

    private final ObjectNode config;
    private final Map<String, String> arguments;

    /**
     * Starts nothing yet.
     *
     * @param config the executor's {@code config.json}; its {@code program} says what to run
     * @param arguments FATE's, by name
     */
    public Program(ObjectNode config, Map<String, String> arguments) {
        this.config = config;
        this.arguments = arguments;
    }

    @Override
    public String module() {
        return config.path("module").asText();
    }

    @Override
    public void run(ComponentContext context) throws Exception {
        Path directory = Files.createDirectories(
                Path.of(arguments.getOrDefault("result", RESULT)).resolveSibling(RunFiles.PROGRAM));
        List<Path> caches = writeInputs(context, directory);
        ProgramOutput output = new ProgramOutput();
        int exitCode;
        try {
            exitCode = execute(directory, output);
        } finally {
            delete(caches);
        }
        ProgramResult result = ProgramResult.read(directory.resolve(RESULT));
        if (exitCode != 0) {
            String why = result.error().isBlank() ? output.lastLines() : result.error();
            throw new IOException(
                    "the program of " + module() + " ended with exit code " + exitCode + "\n" + withoutToken(why));
        }
        result.writeTo(context, directory);
    }

    /** What it leaves is to be deleted when the program has ended: caches hold keys. */
    private List<Path> writeInputs(ComponentContext context, Path directory) throws IOException {
        CsvTables csv = new CsvTables(context.tables());
        ObjectNode own = config.deepCopy();
        own.remove(List.of("program", "store"));
        List<JsonNode> described = new ArrayList<>();
        own.path("inputs")
                .path("data")
                .forEach(key -> key.forEach(table -> {
                    if (Input.isTable(table)) {
                        described.add(table);
                    }
                }));
        List<Input> inputs = context.inputs();
        for (int i = 0; i < inputs.size(); i++) {
            Path file = directory.resolve("input-" + i + ".csv");
            ObjectNode input = ((ObjectNode) described.get(i)).put("file", file.toString());
            if (knowsInstances() && isOfInstances(context.tables(), inputs.get(i))) {
                input.set(
                        INSTANCES,
                        csv.writeInstances(inputs.get(i).table(), file)
                                .requireInstances()
                                .toJson());
            } else {
                csv.write(inputs.get(i).table(), file);
            }
        }
        List<Path> caches = writeCaches(
                own.path("inputs").path("cache"), new CsvTables(context.tables().caches()), directory);
        writePrivately(directory.resolve(CONFIG), own);
        return caches;
    }

    private static List<Path> writeCaches(JsonNode described, CsvTables csv, Path directory) throws IOException {
        List<Path> files = new ArrayList<>();
        for (JsonNode cache : described) {
            Path file = createPrivately(directory.resolve("cache-" + files.size() + ".csv"));
            files.add(file);
            csv.write(
                    new TableName(
                            cache.path("namespace").asText(), cache.path("name").asText()),
                    file);
            ((ObjectNode) cache).put("file", file.toString());
        }
        return files;
    }

    private static void delete(List<Path> files) throws IOException {
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }

    /** FATE's own components do; of others the features are readable columns. */
    private boolean knowsInstances() {
        return !config.path("provider").asText().isEmpty();
    }

    private static boolean isOfInstances(TableStore tables, Input input) throws IOException {
        return tables.find(input.table())
                .map(info -> info.schema().instances() != null)
                .orElse(false);
    }

    private int execute(Path directory, ProgramOutput output) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        config.path("program").path("command").forEach(word -> command.add(word.asText()));
        if (config.path("program").path("pass_arguments").asBoolean()) {
            arguments.forEach((name, value) -> command.addAll(List.of("--" + name, own(name, value, directory))));
        }
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        try {
            return output.follow(process);
        } finally {
            Files.deleteIfExists(directory.resolve(RunFiles.SIGN_OF_LIFE)); // from now on the executor's own count
        }
    }

    /** Errors go to all parties, and a program may print its config. */
    private String withoutToken(String text) {
        String token = config.path("exchange").path("token").asText();
        return token.isEmpty() ? text : text.replace(token, "***");
    }

    private static String own(String name, String value, Path directory) {
        return switch (name) {
            case "config" -> directory.resolve(CONFIG).toString();
            case "result" -> directory.resolve(RESULT).toString();
            default -> value;
        };
    }

    /** It has the task's token. */
    private static void writePrivately(Path file, ObjectNode content) throws IOException {
        Files.write(createPrivately(file), JSON.writeValueAsBytes(content));
    }

    /** An empty file that nobody else can read. */
    private static Path createPrivately(Path file) throws IOException {
        Files.deleteIfExists(file);
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))
                : Files.createFile(file);
    }
}
