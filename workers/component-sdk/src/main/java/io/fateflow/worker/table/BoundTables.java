package io.fateflow.worker.table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** What stands in the place of tables whose rows are a file elsewhere: how that is read. */
final class BoundTables {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ENDING = ".bound";

    private BoundTables() {}

    /** Beside where the table's own file would be. */
    static Path file(Path table) {
        return table.resolveSibling(table.getFileName() + ENDING);
    }

    /** Whole or not at all. */
    static void write(Path table, ObjectNode how) throws IOException {
        Path file = file(table);
        Files.createDirectories(table.toAbsolutePath().getParent());
        Path written = Files.createTempFile(table.toAbsolutePath().getParent(), "bind", ENDING);
        try {
            Files.write(written, JSON.writeValueAsBytes(how));
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(written);
        }
    }

    static Optional<ObjectNode> read(Path table) throws IOException {
        try {
            return JSON.readTree(Files.readAllBytes(file(table))) instanceof ObjectNode how
                    ? Optional.of(how)
                    : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }
}
