package io.fateflow.tools.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a bench shows what it measured: on the terminal, and in a file if one is wanted. */
final class Figures {

    private final PrintStream out = System.out;

    @Option(names = "--out", paramLabel = "FILE", description = "write the figures here, as JSON, too")
    private @Nullable Path file;

    void say(String text) {
        out.println(text);
    }

    void show(ObjectNode report) throws IOException {
        out.println(text(report));
        keep(report);
    }

    /** In the file alone: of a bench that has more to come. */
    void keep(ObjectNode report) throws IOException {
        if (file != null) {
            Files.writeString(file, text(report) + "\n");
        }
    }

    private static String text(ObjectNode report) throws IOException {
        return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(report);
    }
}
