package io.fateflow.engine.consent;

import java.util.List;

import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.database.testing.TestSchema;
import io.fateflow.dsl.DslTranslator;
import io.fateflow.dsl.JobDocument;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Party;
import io.fateflow.dsl.Translation;
import io.fateflow.dsl.module.ModuleCatalog;

import static org.assertj.core.api.Assertions.assertThat;

class TablesReadTest {

    private static final Party HOST = new Party("host", 10000);

    private static final JdbcTemplate JDBC = new JdbcTemplate(tables());

    private static JdbcDataSource tables() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:tables-read;DB_CLOSE_DELAY=-1");
        TestSchema.migrate(database);
        return database;
    }

    @BeforeEach
    void aSiteWithoutTables() {
        JDBC.update("delete from storage_table_meta");
    }

    private static void table(String schema) {
        JDBC.update("""
                insert into storage_table_meta (name, namespace, engine, address, id_delimiter, have_head, extend_sid,
                    auto_increasing_sid, table_schema, row_count, origin, disabled, description, part_of_data,
                    create_time, update_time)
                values ('t', 'n', 'STANDALONE', '{}', ',', true, false, false, ?, 7, 'upload', false, '', '[]', 0, 0)
                """, schema);
    }

    private List<TableRead> read(String components, String hostsParameters) {
        String dsl = "{\"components\": {" + components + "}}";
        String conf = """
                {"dsl_version": 2, "initiator": {"role": "guest", "party_id": 9999},
                 "role": {"guest": [9999], "host": [10000]}, "job_parameters": {"common": {}},
                 "component_parameters": {"common": {}, "role": {"host": {"0": {%s}}}}}""".formatted(hostsParameters);
        Translation translation = new DslTranslator(ModuleCatalog.standard())
                .translate(new JobDocument.Text(dsl), new JobDocument.Text(conf));
        JobPlan plan = ((Translation.Accepted) translation).plan();
        return new TablesRead(JDBC).of(plan, HOST);
    }

    private static final String READER = "\"reader_0\": {\"module\": \"Reader\", \"output\": {\"data\": [\"data\"]}}";
    private static final String TABLE = "\"reader_0\": {\"table\": {\"namespace\": \"n\", \"name\": \"t\"}}";

    @Test
    void aTableIsReadForAllComponentsBehindItsReaderButNoOthers() {
        String components = READER
                + ", \"apart_0\": {\"module\": \"SecureAddExample\"}, \"first_0\": {\"module\": \"DataTransform\", \"input\":"
                + " {\"data\": {\"data\": [\"reader_0.data\"]}}, \"output\": {\"data\": [\"data\"]}}, \"then_0\": {\"module\":"
                + " \"HeteroSecureBoost\", \"input\": {\"data\": {\"train_data\": [\"first_0.data\"]}}, \"output\": {\"data\":"
                + " [\"data\"], \"model\": [\"model\"]}}";

        assertThat(read(components, TABLE)).singleElement().satisfies(table -> assertThat(table.modules())
                .containsExactly("DataTransform", "HeteroSecureBoost"));
    }

    @Test
    void aTableThatIsOnlyReadIsReadForItsReader() {
        assertThat(read(READER, TABLE)).singleElement().satisfies(table -> assertThat(table.modules())
                .containsExactly("Reader"));
    }

    @Test
    void whatAnEarlierJobHasLeftIsATableToo() {
        assertThat(read(
                        READER,
                        "\"reader_0\": {\"table\": {\"job_id\": \"202601021530450000010\", \"component_name\": \"then_0\","
                                + " \"data_name\": \"train\"}}"))
                .singleElement()
                .satisfies(table ->
                        assertThat(table.fullName()).isEqualTo("output of job 202601021530450000010.then_0.train"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"header\": \"y,x0, x1\", \"sid\": \"id\"} | y;x0;x1",
                "{\"meta\": {\"header\": [\"x0\", \"x1\"], \"label_name\": \"y\"}} | x0;x1;y",
                "{\"header\": [\"x0\"]} | x0",
                "{\"header\": \"\"} | ''",
                "{} | ''"
            })
    void columnsAreThoseOfTheSchemaHoweverItHasThem(String schema, String columns) {
        table(schema);

        TableRead read = read(READER, TABLE).get(0);

        assertThat(String.join(";", read.columns())).isEqualTo(columns);
        assertThat(read.rows()).isEqualTo(7);
    }

    @Test
    void ofATableThatIsNotHereNothingIsKnown() {
        TableRead read = read(READER, TABLE).get(0);

        assertThat(read.columns()).isEmpty();
        assertThat(read.rows()).isZero();
    }
}
