package io.fateflow.webapp.model.archive;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import org.springframework.stereotype.Component;

/** The messages of FATE that are known here, as {@code messages.txt} has them: JSON becomes their binary form. */
@Component
public final class FateMessages {

    /** What FATE calls the message of a whole model. */
    static final String PIPELINE = "Pipeline";

    /** Of the module fate-python, whose Python needs it, too. */
    private static final String NAMES = "/fate_runner/model_messages.txt";

    private final Map<String, List<MessageField>> messages = new HashMap<>();
    private final Map<String, String> ofFiles = new HashMap<>();

    FateMessages() {
        try (BufferedReader lines = open("messages.txt");
                BufferedReader names = open(NAMES)) {
            read(lines);
            names.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
                String[] words = line.split(" ", -1);
                ofFiles.put(words[0], words[1]);
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static BufferedReader open(String resource) {
        return new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(FateMessages.class.getResourceAsStream(resource), resource),
                StandardCharsets.UTF_8));
    }

    private void read(BufferedReader lines) throws IOException {
        List<MessageField> fields = new ArrayList<>();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.trim().split(" ", -1);
            if (line.startsWith(" ")) {
                fields.add(MessageField.of(Integer.parseInt(words[0]), words[1], words[2]));
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                fields = new ArrayList<>();
                messages.put(line, fields);
            }
        }
    }

    /**
     * Which message a file of a model holds.
     *
     * @param file such as {@code HeteroLogisticRegressionParam}
     * @return such as {@code LRModelParam}; empty if no message of FATE's is known under that name
     */
    public Optional<String> of(String file) {
        String name = ofFiles.getOrDefault(file, file);
        return messages.containsKey(name) ? Optional.of(name) : Optional.empty();
    }

    /**
     * Writes JSON in a message's binary form.
     *
     * @param json as FATE shows the message; what the message has no place for is left out
     * @throws IllegalArgumentException if a value is not of its type; the text names it
     */
    public byte[] bytes(String message, JsonNode json) {
        try {
            return new MessageWriter(messages).write(message, json);
        } catch (IOException e) {
            // it is written to memory
            throw new UncheckedIOException(e);
        }
    }
}
