package io.fateflow.operations.query;

import java.util.LinkedHashSet;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

import io.fateflow.engine.notification.JobDatasets;

/** What {@link Lineage} knows of one job, without the way there: its tables and models at all its parties of this site. */
public final class LineageDatasets implements JobDatasets {

    private final LineageRows rows;
    private final TableHistory tables;

    public LineageDatasets(NamedParameterJdbcTemplate jdbc) {
        this.rows = new LineageRows(jdbc);
        this.tables = new TableHistory(jdbc);
    }

    @Override
    public Datasets of(String jobId) {
        Set<Dataset> read = new LinkedHashSet<>();
        Set<Dataset> made = new LinkedHashSet<>();
        for (LineageRows.Part part : rows.parts(jobId)) {
            ObjectNode used = tables.ofJob(part.dsl(), jobId, part.role(), part.partyId());
            part.addOwnTables(used);
            used.forEach(component -> {
                component.path("input").forEach(table -> read.add(dataset(table)));
                component.path("output").forEach(table -> made.add(dataset(table)));
            });
            part.predictsWith().map(Dataset::model).ifPresent(read::add);
            if (!rows.modelComponents(part).isEmpty()) {
                made.add(Dataset.model(jobId));
            }
        }
        read.removeAll(made);
        return new Datasets(read, made);
    }

    private static Dataset dataset(JsonNode table) {
        return Dataset.table(
                table.path("namespace").asText(), table.path("name").asText());
    }
}
