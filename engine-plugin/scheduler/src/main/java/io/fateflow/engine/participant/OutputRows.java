package io.fateflow.engine.participant;

import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;

/** What other sites may know of tables here: their names. */
public final class OutputRows {

    private static final String OF_LATEST_VERSION = """
            o.task_version = (
                select max(l.task_version) from tracking_output_data_info l
                where l.task_id = o.task_id and l.role = o.role and l.party_id = o.party_id)
            """;

    private final JdbcClient jdbc;

    public OutputRows(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    /** Tables that a component has left at a party, as FATE lists them. */
    ArrayNode of(String jobId, String component, Party party) {
        ArrayNode tables = Json.object().putArray("tables");
        at(party, """
                select o.table_name, o.table_namespace, o.data_name from tracking_output_data_info o
                where o.job_id = :job and o.component_name = :component and o.role = :role and o.party_id = :party and
                """ + OF_LATEST_VERSION + " order by o.data_name")
                .param("job", jobId)
                .param("component", component)
                .query(row -> {
                    tables.addObject()
                            .put("table_name", row.getString("table_name"))
                            .put("table_namespace", row.getString("table_namespace"))
                            .put("data_name", row.getString("data_name"));
                });
        return tables;
    }

    /** Components that have succeeded at a party, but whose tables are gone. */
    List<String> lost(String jobId, Party party) {
        return at(party, """
                select distinct o.component_name
                from tracking_output_data_info o join task t on t.task_id = o.task_id and t.task_version = o.task_version
                    and t.role = o.role and t.party_id = o.party_id
                where o.job_id = :job and o.role = :role and o.party_id = :party and t.party_status = 'success'
                    and not exists (
                        select 1 from storage_table_meta m
                        where m.name = o.table_name and m.namespace = o.table_namespace)
                    and
                """ + OF_LATEST_VERSION + " order by o.component_name")
                .param("job", jobId)
                .query(String.class)
                .list();
    }

    private StatementSpec at(Party party, String sql) {
        return jdbc.sql(sql).param("role", party.role()).param("party", party.idText());
    }
}
