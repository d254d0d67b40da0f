package io.fateflow.tools.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** How a bench shows what it measured. */
final class Figures {

    private Figures() {}

    static void show(ObjectNode report, PrintStream out, @Nullable Path file) throws IOException {
        String text =
                new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(report);
        out.println(text);
        if (file != null) {
            Files.writeString(file, text + "\n");
        }
    }
}
