package io.fateflow.worker.agent;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What this machine has for executors: cores, memory in megabytes and the GPUs whose device files are there, unless the
 * operator declares something else.
 */
final class MachineResources {

    private static final Logger log = LoggerFactory.getLogger(MachineResources.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CPU = "CPU";
    private static final String MEMORY = "memory";
    private static final String GPU = "GPU";
    private static final List<String> FOUND = List.of(CPU, MEMORY, GPU);
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

    /**
     * Labels with amounts, or with lists of units.
     *
     * @param declared by label a number, or a list of units such as {@code [0, 3]}; 0 hides what was found
     * @throws IllegalArgumentException for what is neither
     */
    ObjectNode announced(Map<String, String> declared) {
        Map<String, JsonNode> labels = new TreeMap<>();
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        labels.put(CPU, nodes.numberNode(Runtime.getRuntime().availableProcessors()));
        megabytes().ifPresent(amount -> labels.put(MEMORY, nodes.numberNode(amount)));
        List<Integer> gpus = gpus();
        if (!gpus.isEmpty()) {
            labels.put(GPU, JSON.valueToTree(gpus));
        }
        declared.forEach((label, text) -> labels.put(spelled(label), read(label, text)));
        ObjectNode announced = nodes.objectNode();
        labels.forEach((label, value) -> {
            if (value.isArray() ? !value.isEmpty() : value.decimalValue().signum() > 0) {
                announced.set(label, value);
            }
        });
        return announced;
    }

    /** Settings that come from environment variables have lost how they were spelled. */
    private static String spelled(String label) {
        return FOUND.stream().filter(label::equalsIgnoreCase).findFirst().orElse(label);
    }

    private static JsonNode read(String label, String text) {
        try {
            JsonNode value = JSON.readTree(text);
            boolean number = value.isNumber() && value.decimalValue().signum() >= 0;
            if (number) {
                return JsonNodeFactory.instance.numberNode(new BigDecimal(text.strip()));
            }
            if (value.isArray() && IntStream.range(0, value.size()).allMatch(i -> isUnit(value.get(i)))) {
                return value;
            }
        } catch (IOException | NumberFormatException e) {
            log.debug("no JSON: {}", text);
        }
        throw new IllegalArgumentException(
                "FFB-2027 the resource %s is declared as %s: write a number such as 4, or a list of units such as [0, 3]"
                        .formatted(label, text));
    }

    private static boolean isUnit(JsonNode node) {
        return node.isInt() && node.intValue() >= 0;
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
