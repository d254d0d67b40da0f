package io.fateflow.worker.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** What this machine has for executors: cores, memory in megabytes and the GPUs whose device files are there. */
final class MachineResources {

    private static final Pattern DEVICE = Pattern.compile("nvidia([0-9]{1,4})");
    private static final Pattern TOTAL = Pattern.compile("MemTotal: +([0-9]{1,15}) kB");
    private static final String CUDA = "CUDA_VISIBLE_DEVICES";

    private final Path devices;
    private final Path memory;
    private final Map<String, String> environment;

    /**
     * Looks in other places than the machine's, for tests.
     *
     * @param devices where device files are
     * @param memory Linux's {@code meminfo}
     * @param environment this process's, which may have been given only some of the GPUs
     */
    MachineResources(Path devices, Path memory, Map<String, String> environment) {
        this.devices = devices;
        this.memory = memory;
        this.environment = Map.copyOf(environment);
    }

    static MachineResources ofThisMachine() {
        return new MachineResources(Path.of("/dev"), Path.of("/proc/meminfo"), System.getenv());
    }

    /** By label an amount, or a list of units; what is not there is left out. */
    Map<String, JsonNode> found() {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        Map<String, JsonNode> labels = new TreeMap<>();
        labels.put("CPU", nodes.numberNode(Runtime.getRuntime().availableProcessors()));
        megabytes().ifPresent(amount -> labels.put("memory", nodes.numberNode(amount)));
        List<Integer> gpus = gpus();
        if (!gpus.isEmpty()) {
            ArrayNode units = nodes.arrayNode();
            gpus.forEach(units::add);
            labels.put("GPU", units);
        }
        return labels;
    }

    private Optional<Long> megabytes() {
        try (Stream<String> lines = Files.lines(memory)) {
            return lines.map(TOTAL::matcher)
                    .filter(Matcher::matches)
                    .map(total -> Long.parseLong(total.group(1)) / 1024)
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static boolean isAmong(Integer id, String visible) {
        return Arrays.stream(visible.split(",", -1)).map(String::strip).anyMatch(id.toString()::equals);
    }

    /** Those that this process may use itself: a container, or its operator, may have given it some of them. */
    private List<Integer> gpus() {
        try (Stream<Path> files = Files.list(devices)) {
            List<Integer> there = files.map(
                            file -> DEVICE.matcher(file.getFileName().toString()))
                    .filter(Matcher::matches)
                    .map(device -> Integer.valueOf(device.group(1)))
                    .sorted()
                    .toList();
            String visible = environment.get(CUDA);
            return visible == null
                    ? there
                    : there.stream().filter(id -> isAmong(id, visible)).toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
