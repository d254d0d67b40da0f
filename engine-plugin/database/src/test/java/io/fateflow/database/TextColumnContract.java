package io.fateflow.database;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.sql.DataSource;

import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.database.testing.TestSchema;

import static org.assertj.core.api.Assertions.assertThat;

/** The lengths that are known here are the schema's, and no table that takes texts from outside has one that is not known. */
abstract class TextColumnContract {

    /** Keys and names that this program makes, or has looked up before it writes them. */
    private static final Set<String> OWN = Set.of(
            "job_id",
            "component_name",
            "task_id",
            "role",
            "party_id",
            "sender",
            "engine",
            "model_version",
            "model_id",
            "cache_key",
            "project");

    abstract DataSource dataSource();

    @Test
    void theLengthsAreTheSchemas() {
        Map<String, Integer> schema = schema();

        for (TextColumn column : TextColumn.values()) {
            assertThat(schema.get(column.table() + "." + column.column()))
                    .as(column.name())
                    .isEqualTo(column.length());
        }
    }

    @Test
    void everyColumnThatTakesWhatExecutorsLeaveIsKnown() {
        Set<String> known = Arrays.stream(TextColumn.values())
                .map(column -> column.table() + "." + column.column())
                .collect(Collectors.toSet());
        Set<String> tables = Set.of(
                "tracking_metric",
                "tracking_output_data_info",
                "component_model",
                "component_checkpoint",
                "component_cache",
                "component_summary",
                "storage_table_meta");

        Set<String> unknown = new TreeSet<>(schema().keySet());
        unknown.removeIf(column -> {
            int dot = column.indexOf('.');
            return !tables.contains(column.substring(0, dot))
                    || OWN.contains(column.substring(dot + 1))
                    || known.contains(column);
        });

        assertThat(unknown).isEmpty();
    }

    private Map<String, Integer> schema() {
        TestSchema.migrate(dataSource());
        Map<String, Integer> lengths = new TreeMap<>();
        new JdbcTemplate(dataSource())
                .query(
                        "select lower(table_name), lower(column_name), character_maximum_length from"
                                + " information_schema.columns where lower(table_schema) = 'public'"
                                + " and character_maximum_length < 100000",
                        row -> {
                            lengths.put(row.getString(1) + "." + row.getString(2), row.getInt(3));
                        });
        return lengths;
    }
}
