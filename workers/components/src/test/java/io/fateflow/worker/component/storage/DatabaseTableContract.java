package io.fateflow.worker.component.storage;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.Caches;
import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.Results;
import io.fateflow.worker.component.TaskIdentity;
import io.fateflow.worker.component.builtin.Reader;
import io.fateflow.worker.component.builtin.Writer;
import io.fateflow.worker.data.AllowedFolders;
import io.fateflow.worker.data.WritableFolders;
import io.fateflow.worker.exchange.Decoder;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.exchange.Payload;
import io.fateflow.worker.storage.StorageAccess;
import io.fateflow.worker.storage.StorageServer;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;
import io.fateflow.worker.table.TableWriter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What holds for each kind of database that a connector leads to; each test has an empty database. */
abstract class DatabaseTableContract {

    private static final TableName NAME = new TableName("ns", "t");
    private static final String ODD = "se\"l`ect; drop table x -- ü";

    @TempDir
    Path directory;

    private TableStore tables;

    abstract StorageServer server();

    abstract String user();

    abstract String password();

    /** As administrators of the database write it. */
    abstract Connection administrator() throws SQLException;

    /** A table whose reading would write. */
    abstract List<String> viewThatWrites();

    /** A table that takes ten seconds to read. */
    abstract String slowView();

    /** Names of all tables there are. */
    abstract String allTables();

    @BeforeEach
    void open() {
        tables = new TableStore(directory);
    }

    @Test
    void whatIsWrittenIsReadAsItWas() throws Exception {
        List<Row> rows = List.of(
                new Row("a", List.of("1.5", "it's \"so\" \\ `x`")),
                new Row("A", List.of("", "line\nbreak, ü 漢")),
                new Row("'; drop table x; --", List.of("2", "?")));
        store(TableSchema.of("id", List.of("x0", ODD), 1), rows);

        write(ODD, false);
        JsonNode result = read(ODD, "id", List.of());

        assertThat(result.at("/tables/0/count").asInt()).isEqualTo(3);
        assertThat(result.at("/tables/0/schema/header").asText()).isEqualTo("x0," + ODD);
        assertThat(result.at("/tables/0/schema/sid").asText()).isEqualTo("id");
        assertThat(rowsOf(result)).containsExactlyInAnyOrderElementsOf(rows);
    }

    @Test
    void manyRowsPassThrough() throws Exception {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 2501; i++) {
            rows.add(new Row("id" + i, List.of(Integer.toString(i))));
        }
        store(TableSchema.of("id", List.of("x0"), 1), rows);

        write("many", false);

        assertThat(rowsOf(read("many", "id", List.of("x0")))).containsExactlyInAnyOrderElementsOf(rows);
    }

    @Test
    void aTableThatIsThereStaysUnlessItIsToBeReplaced() throws Exception {
        store(TableSchema.of("id", List.of("x0"), 1), List.of(new Row("a", List.of("1"))));
        write("t", false);
        store(TableSchema.of("id", List.of("x1"), 1), List.of(new Row("b", List.of("2"))));

        assertThatThrownBy(() -> write("t", false)).hasMessageContaining("FFB-4053");
        assertThat(rowsOf(read("t", "id", List.of("x0")))).containsExactly(new Row("a", List.of("1")));
        write("t", true);

        assertThat(rowsOf(read("t", "id", List.of("x1")))).containsExactly(new Row("b", List.of("2")));
        assertThat(tablesThere()).containsExactly("t");
    }

    @Test
    void whatEndsInBetweenLeavesAllAsItWas() throws Exception {
        run("create table t (id varchar(10) primary key)", "insert into t values ('a')");

        for (String name : List.of("t", "new")) {
            Iterator<List<List<String>>> some = List.of(many(0), many(1000)).iterator();
            assertThatThrownBy(() -> new DatabaseTarget(access(), new DatabaseTable("", "", name), true)
                            .write(List.of("id"), () -> {
                                if (some.hasNext()) {
                                    return some.next();
                                }
                                throw new IOException("the disk is gone");
                            }))
                    .hasMessageContaining("the disk is gone");
        }

        assertThat(tablesThere()).containsExactly("t");
        assertThat(texts("select id from t")).containsExactly("a");
    }

    @Test
    void idsThatAreThereTwiceAreWrittenByNobody() throws Exception {
        assertThatThrownBy(() -> new DatabaseTarget(access(), new DatabaseTable("", "", "t"), false)
                        .write(List.of("id"), new OneBatch(List.of(List.of("same"), List.of("same")))))
                .hasMessageContaining("FFB-4050")
                .message()
                .doesNotContain("same");

        assertThat(tablesThere()).isEmpty();
    }

    @Test
    void typesOfTheDatabaseBecomeTextsAndNumbers() throws Exception {
        run(
                "create table t (k bigint primary key, yes boolean, d decimal(10, 2), f double precision, s varchar(20))",
                "insert into t values (1, true, 1.50, 0.1, null), (2, false, null, 1e20, 'x')");

        JsonNode result = read("t", "k", List.of("s", "yes", "d", "f"));

        assertThat(result.at("/tables/0/schema/header").asText()).isEqualTo("s,yes,d,f");
        List<Row> rows = rowsOf(result);
        assertThat(rows.get(0)).isEqualTo(new Row("1", List.of("", "1", "1.50", "0.1")));
        assertThat(rows.get(1).values().subList(0, 3)).containsExactly("x", "0", "");
        assertThat(Double.parseDouble(rows.get(1).values().get(3))).isEqualTo(1e20);
    }

    @Test
    void whatNoTableCanBeMadeOfIsRefusedWithItsPlace() throws Exception {
        run(
                "create table t (k varchar(10), v varchar(10))",
                "insert into t values ('a', '1')",
                "insert into t values ('a', '2')",
                "create table n (k varchar(10))",
                "insert into n values (null)",
                "create table e (k varchar(10))");

        assertThatThrownBy(() -> read("nowhere", "k", List.of())).hasMessageContaining("FFB-4051", "nowhere");
        assertThatThrownBy(() -> read("t", "k", List.of("w"))).hasMessageContaining("FFB-4051", "no column w");
        assertThatThrownBy(() -> read("t", "k or 1=1", List.of("v"))).hasMessageContaining("FFB-4051");
        assertThatThrownBy(() -> read("t", "k", List.of("v"))).hasMessageContaining("FFB-4033", "row 2");
        assertThatThrownBy(() -> read("n", "k", List.of())).hasMessageContaining("FFB-4052", "row 1");
        assertThatThrownBy(() -> read("e", "k", List.of())).hasMessageContaining("FFB-4034");
    }

    @Test
    void readingWritesNothing() throws Exception {
        run(viewThatWrites().toArray(String[]::new));

        assertThatThrownBy(() -> read("v", "id", List.of())).hasMessageContaining("FFB-4050");

        assertThat(texts("select k from written")).isEmpty();
    }

    @Test
    @Timeout(8)
    void aStatementThatTakesTooLongIsEndedByTheDatabase() throws Exception {
        run(slowView());

        assertThatThrownBy(() -> new DatabaseSource(
                                access(Duration.ofSeconds(1)),
                                new DatabaseTable.Selection(new DatabaseTable("", "", "slow"), "id", List.of()))
                        .read(new Forgetful()))
                .hasMessageContaining("FFB-4050");
    }

    @Test
    void aWrongPasswordIsSaidWithoutAnyLogin() {
        StorageAccess wrong = new StorageAccess("c", server(), user(), "wrong-password", false, Duration.ofMinutes(1));

        assertThatThrownBy(() -> new DatabaseSource(
                                wrong, new DatabaseTable.Selection(new DatabaseTable("", "", "t"), "id", List.of()))
                        .read(new Forgetful()))
                .hasMessageContaining("FFB-4050 connector c", "user or password")
                .hasNoCause()
                .message()
                .doesNotContain(user(), "wrong-password");
    }

    private StorageAccess access() {
        return access(Duration.ofMinutes(1));
    }

    private StorageAccess access(Duration timeout) {
        return new StorageAccess("c", server(), user(), password(), false, timeout);
    }

    private void store(TableSchema schema, List<Row> rows) throws IOException {
        try (TableWriter writer = tables.create(NAME, schema)) {
            for (Row row : rows) {
                writer.add(row);
            }
            writer.commit();
        }
    }

    private void write(String table, boolean replace) throws Exception {
        ObjectNode parameters = new ObjectMapper()
                .createObjectNode()
                .put("namespace", "ns")
                .put("name", "t")
                .put("storage_engine", server().engine().name())
                .put("drop", replace);
        parameters.putObject("address").put("connector_name", "c").put("name", table);
        run(new Writer(), parameters);
    }

    private JsonNode read(String table, String id, List<String> features) throws Exception {
        ObjectNode how = new ObjectMapper().createObjectNode().put("head", 1).put("partition", 2);
        ObjectNode database = how.putObject("database").put("id", id);
        database.putObject("address").put("connector_name", "c").put("name", table);
        features.forEach(database.putArray("features")::add);
        tables.bind(new TableName("ns", "bound"), how);
        ObjectNode parameters = new ObjectMapper().createObjectNode();
        parameters.putObject("table").put("namespace", "ns").put("name", "bound");
        return run(new Reader(), parameters);
    }

    private JsonNode run(Component component, ObjectNode parameters) throws Exception {
        Results results = new Results();
        component.run(new ComponentContext(
                new TaskIdentity("j", "c_0", "j_c_0", "0", component.module(), new Party("local", "0")),
                new Parameters(component.module() + "#c_0", parameters),
                new Parties(Map.of()),
                List.of(),
                List.of(),
                List.of("data"),
                List.of(),
                Caches.NONE,
                directory,
                AllowedFolders.none(),
                WritableFolders.none(),
                tables,
                new Logins(access()),
                results));
        return results.toJson();
    }

    private List<Row> rowsOf(JsonNode result) throws IOException {
        TableName name = new TableName(
                result.at("/tables/0/namespace").asText(),
                result.at("/tables/0/name").asText());
        List<Row> rows = new ArrayList<>();
        try (TableReader reader = tables.open(name)) {
            for (List<Row> some = reader.next(); !some.isEmpty(); some = reader.next()) {
                rows.addAll(some);
            }
        }
        return rows;
    }

    private static List<List<String>> many(int from) {
        List<List<String>> rows = new ArrayList<>();
        for (int i = from; i < from + 1000; i++) {
            rows.add(List.of("id" + i));
        }
        return rows;
    }

    private void run(String... statements) throws SQLException {
        try (Connection connection = administrator();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private List<String> tablesThere() throws SQLException {
        return texts(allTables());
    }

    private List<String> texts(String sql) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = administrator();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    /** Rows that come at once. */
    private static final class OneBatch implements DatabaseTarget.Rows {

        private List<List<String>> rows;

        OneBatch(List<List<String>> rows) {
            this.rows = rows;
        }

        @Override
        public List<List<String>> next() {
            List<List<String>> now = rows;
            rows = List.of();
            return now;
        }
    }

    /** Keeps nothing. */
    private static final class Forgetful implements DatabaseSource.Sink {
        @Override
        public void columns(List<String> names) {}

        @Override
        public void row(long number, List<String> values) {}
    }

    /** A server that knows logins and nothing else. */
    private record Logins(StorageAccess access) implements Exchange {
        @Override
        public void send(String variable, String tag, Party to, Payload payload) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <T> T receive(String variable, String tag, Party from, Decoder<T> decoder) {
            throw new UnsupportedOperationException();
        }

        @Override
        public StorageAccess storageAccess() {
            return access;
        }
    }
}
