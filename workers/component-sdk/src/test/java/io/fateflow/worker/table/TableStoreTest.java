package io.fateflow.worker.table;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TableStoreTest {

    private static final TableName NAME = new TableName("experiment", "breast");
    private static final TableSchema SCHEMA = TableSchema.of("id", List.of("x0", "x1"), 4);

    @TempDir
    Path directory;

    @Test
    void givesBackEveryTextExactly() throws IOException {
        TableStore store = new TableStore(directory);
        List<Row> rows = List.of(
                new Row("1", List.of("0.10", "")),
                new Row("", List.of(" padded ", "\"quoted\"")),
                new Row("ключ", List.of("1e-5", "多方")));

        write(store, NAME, rows);

        assertThat(read(store, NAME)).isEqualTo(rows);
    }

    @Test
    void keepsCountAndSchemaOverManyBatches() throws IOException {
        TableStore store = new TableStore(directory);
        List<Row> rows = IntStream.range(0, 20_000)
                .mapToObj(i -> new Row("id" + i, List.of("a" + i, "b" + i)))
                .toList();
        var meta = JsonNodeFactory.instance.objectNode().put("with_label", true);

        write(store, NAME, SCHEMA.withMeta(meta), rows);

        TableInfo info = store.find(NAME).orElseThrow();
        assertThat(info.count()).isEqualTo(20_000);
        assertThat(info.schema()).isEqualTo(SCHEMA.withMeta(meta));
        assertThat(read(store, NAME)).isEqualTo(rows);
    }

    @Test
    void aFileThatIsATableIsTakenAndAnythingElseIsNot() throws IOException {
        TableStore from = new TableStore(directory.resolve("from"));
        TableStore to = new TableStore(directory.resolve("to"));
        write(from, NAME, List.of(new Row("1", List.of("a", "b"))));
        Path text = Files.writeString(directory.resolve("text"), "ARROW1, it says");

        to.take(NAME, from.stored(NAME).orElseThrow());

        assertThat(read(to, NAME)).hasSize(1);
        assertThat(from.stored(NAME)).isEmpty();
        assertThatThrownBy(() -> to.take(NAME, text)).isInstanceOf(IOException.class);
        assertThat(read(to, NAME)).hasSize(1);
    }

    @Test
    void aTableThatIsLinkedIsReadUnderItsNameWhateverBecomesOfTheFile() throws IOException {
        TableStore from = new TableStore(directory.resolve("from"));
        TableStore to = new TableStore(directory.resolve("to"));
        write(from, NAME, List.of(new Row("1", List.of("a", "b"))));

        to.link(NAME, from.stored(NAME).orElseThrow());
        from.delete(NAME);

        assertThat(read(to, NAME)).containsExactly(new Row("1", List.of("a", "b")));
    }

    @Test
    void filesBesideAreThoseThatNoneOfTheTablesHas() throws IOException {
        TableStore store = new TableStore(directory);
        TableName other = new TableName("experiment", "other");
        write(store, NAME, List.of());
        List<Path> ofName = store.filesBeside(List.of());
        write(store, other, List.of());

        assertThat(ofName).hasSize(1);
        assertThat(store.filesBeside(List.of(NAME))).hasSize(1).doesNotContainAnyElementsOf(ofName);
        assertThat(store.filesBeside(List.of(other))).isEqualTo(ofName);
        assertThat(store.filesBeside(List.of(NAME, other))).isEmpty();
    }

    @Test
    void filesBesideAreNeitherDirectoriesNorWhatALinkLeadsTo() throws IOException {
        Path elsewhere = Files.createFile(directory.resolve("elsewhere"));
        Path tables = Files.createDirectory(directory.resolve("tables"));
        Files.createDirectory(tables.resolve("empty"));
        Files.createSymbolicLink(tables.resolve("link"), elsewhere);

        assertThat(new TableStore(tables).filesBeside(List.of())).isEmpty();
        assertThat(new TableStore(directory.resolve("none")).filesBeside(List.of()))
                .isEmpty();
    }

    @Test
    void anEmptyTableIsATable() throws IOException {
        TableStore store = new TableStore(directory);

        write(store, NAME, List.of());

        assertThat(store.find(NAME)).map(TableInfo::count).contains(0L);
        assertThat(read(store, NAME)).isEmpty();
    }

    @Test
    void aTableIsNotThereBeforeItIsCommitted() throws IOException {
        TableStore store = new TableStore(directory);

        try (TableWriter writer = store.create(NAME, SCHEMA)) {
            writer.add(new Row("1", List.of("2", "3")));
            assertThat(store.find(NAME)).isEmpty();
        }

        assertThat(store.find(NAME)).isEmpty();
        assertThat(files()).isEmpty();
    }

    @Test
    void aReaderKeepsTheVersionThatItOpened() throws IOException {
        TableStore store = new TableStore(directory);
        write(store, NAME, List.of(new Row("old", List.of("1", "2"))));

        try (TableReader reader = store.open(NAME)) {
            write(store, NAME, List.of(new Row("new", List.of("1", "2"))));
            assertThat(reader.next()).extracting(Row::id).containsExactly("old");
        }

        assertThat(read(store, NAME)).extracting(Row::id).containsExactly("new");
    }

    @Test
    void aRowThatDoesNotFitIsRefused() throws IOException {
        try (TableWriter writer = new TableStore(directory).create(NAME, SCHEMA)) {
            assertThatThrownBy(() -> writer.add(new Row("1", List.of("2")))).hasMessageContaining("1 values");
        }
    }

    @Test
    void aMissingTableIsNamed() {
        assertThatThrownBy(() -> new TableStore(directory).open(NAME))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("breast")
                .hasMessageContaining("experiment");
    }

    @Test
    void namesNeverLeaveTheStore() throws IOException {
        TableStore store = new TableStore(directory.resolve("store"));
        TableName nasty = new TableName("../../x", "/etc/\u0000passwd");

        write(store, nasty, List.of());

        assertThat(store.find(nasty)).isPresent();
        assertThat(files()).allMatch(file -> file.startsWith(directory.resolve("store")));
    }

    @Test
    void namesThatLookAlikeTogetherAreDifferentTables() throws IOException {
        TableStore store = new TableStore(directory);

        write(store, new TableName("ab", "c"), List.of());

        assertThat(store.find(new TableName("a", "bc"))).isEmpty();
    }

    @Test
    void copiesAndDeletes() throws IOException {
        TableStore store = new TableStore(directory);
        TableName copy = new TableName("other", "copy");
        write(store, NAME, List.of(new Row("1", List.of("2", "3"))));

        store.copy(NAME, copy, SCHEMA);

        assertThat(store.delete(NAME)).isTrue();
        assertThat(store.delete(NAME)).isFalse();
        assertThat(read(store, copy)).hasSize(1);
    }

    @Test
    void aStreamCarriesATableWithItsSchema() throws IOException {
        List<Row> rows = IntStream.range(0, 9_000)
                .mapToObj(i -> new Row("id" + i, List.of("a", "b")))
                .toList();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TableStream.write(SCHEMA, rows.iterator(), out);
        List<Row> received = new ArrayList<>();

        TableSchema schema = TableStream.read(new ByteArrayInputStream(out.toByteArray()), received::add);

        assertThat(received).isEqualTo(rows);
        assertThat(schema).isEqualTo(SCHEMA);
    }

    private static void write(TableStore store, TableName name, List<Row> rows) throws IOException {
        write(store, name, SCHEMA, rows);
    }

    private static void write(TableStore store, TableName name, TableSchema schema, List<Row> rows) throws IOException {
        try (TableWriter writer = store.create(name, schema)) {
            for (Row row : rows) {
                writer.add(row);
            }
            writer.commit();
        }
    }

    /** Closing a reader or a writer closes its allocator, which throws if a buffer leaked. */
    private static List<Row> read(TableStore store, TableName name) throws IOException {
        List<Row> all = new ArrayList<>();
        try (TableReader reader = store.open(name)) {
            for (List<Row> rows = reader.next(); !rows.isEmpty(); rows = reader.next()) {
                all.addAll(rows);
            }
        }
        return all;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
