package io.fateflow.engine.participant;

import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;

/** What other sites may know of tables here: their names. */
public final class OutputRows {

    private static final String OF_LATEST_VERSION =
            " and o.task_version = (select max(l.task_version) from tracking_output_data_info l where l.task_id ="
                    + " o.task_id and l.role = o.role and l.party_id = o.party_id)";

    private final JdbcTemplate jdbc;

    public OutputRows(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Tables that a component has left at a party, as FATE lists them. */
    ArrayNode of(String jobId, String component, Party party) {
        ArrayNode tables = Json.object().putArray("tables");
        jdbc.query(
                "select o.table_name, o.table_namespace, o.data_name from tracking_output_data_info o where o.job_id = ?"
                        + " and o.component_name = ? and o.role = ? and o.party_id = ?" + OF_LATEST_VERSION
                        + " order by o.data_name",
                row -> {
                    tables.addObject()
                            .put("table_name", row.getString(1))
                            .put("table_namespace", row.getString(2))
                            .put("data_name", row.getString(3));
                },
                jobId,
                component,
                party.role(),
                party.idText());
        return tables;
    }

    /** Components that have succeeded at a party, but whose tables are gone. */
    List<String> lost(String jobId, Party party) {
        return jdbc.queryForList(
                "select distinct o.component_name from tracking_output_data_info o join task t on t.task_id = o.task_id"
                        + " and t.task_version = o.task_version and t.role = o.role and t.party_id = o.party_id"
                        + " where o.job_id = ? and o.role = ? and o.party_id = ? and t.party_status = 'success'"
                        + OF_LATEST_VERSION
                        + " and not exists (select 1 from storage_table_meta m where m.name = o.table_name"
                        + " and m.namespace = o.table_namespace) order by o.component_name",
                String.class,
                jobId,
                party.role(),
                party.idText());
    }
}
