package io.fateflow.operations.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

import io.fateflow.database.Json;
import io.fateflow.operations.query.TableHistory.Name;

/** What {@link Lineage} reads of one job, table or model. */
final class LineageRows {

    private static final String PARTS = """
            select j.job_id, j.role, j.party_id, j.status, j.create_time, j.user_id, j.submitter, j.initiator_role,
                j.initiator_party_id, b.dsl, b.runtime_conf, p.component_module, p.parameters
            from job j
            join job_body b on b.job_id = j.job_id
            left join task_parameters p on j.role = 'local' and p.role = j.role and p.party_id = j.party_id
                and p.component_module in ('Upload', 'Download', 'Writer')
                and p.task_id in (select t.task_id from task t where t.job_id = j.job_id)
            where j.job_id = :job
            order by j.is_initiator desc, j.role, j.party_id
            """;

    private static final String MADE_AS_OUTPUT = """
            select distinct job_id
            from tracking_output_data_info
            where table_name = :name and table_namespace = :namespace
            order by job_id
            """;

    private static final String UPLOADED_BY = """
            select t.job_id, p.parameters
            from task_parameters p
            join task t on t.task_id = p.task_id and t.role = p.role and t.party_id = p.party_id and t.task_version = 0
            where p.component_module = 'Upload' and p.parameters like :part escape '!' and t.status = 'success'
            order by t.job_id desc
            limit :most
            """;

    /** What a client or an operator has taken out of the site, of jobs, models or tables. */
    private static final String TAKEN = """
            select create_time, actor, action, job_id, component_name, role, party_id, outcome, details
            from audit_log
            where action in ('table_download', 'output_download', 'model_export', 'model_migrate', 'model_convert')
                and (job_id in (:jobs)%s)
            order by id
            limit :most
            """;

    private final NamedParameterJdbcTemplate jdbc;

    LineageRows(NamedParameterJdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** A job at a party of this site. */
    record Part(
            String jobId, String role, String partyId, ObjectNode json, JsonNode dsl, JsonNode conf, JsonNode local) {

        /** The version of the model that the job predicts with. */
        Optional<String> predictsWith() {
            JsonNode common = conf.at("/job_parameters/common");
            String version = common.path("model_version").asText();
            return version.isEmpty() || version.equals(jobId) ? Optional.empty() : Optional.of(version);
        }

        /** The components that are handed a model of an earlier job. */
        List<String> componentsWithModel() {
            return dsl.path("components").properties().stream()
                    .filter(component ->
                            component.getValue().path("input").path("model").isArray()
                                    || component.getValue().path("input").has("isometric_model"))
                    .map(Map.Entry::getKey)
                    .toList();
        }

        String module(String component) {
            return dsl.path("components").path(component).path("module").asText();
        }

        /** A client's upload makes the table that it names, and a download reads it. */
        void addOwnTables(ObjectNode used) {
            if (local.isMissingNode()) {
                return;
            }
            String slot = local.path("module").asText().equals("Upload") ? "/output" : "/input";
            dsl.path("components").fieldNames().forEachRemaining(name -> used.withObject("/" + name)
                    .withObject(slot)
                    .set("table", local.path("table")));
        }
    }

    List<Part> parts(String jobId) {
        return jdbc.query(PARTS, Map.of("job", jobId), (row, number) -> part(row));
    }

    private static Part part(ResultSet row) throws SQLException {
        ObjectNode json = Json.object()
                .put("job_id", row.getString("job_id"))
                .put("initiator_role", row.getString("initiator_role"))
                .put("initiator_party_id", row.getString("initiator_party_id"))
                .put("user", row.getString("user_id"))
                .put("submitter", row.getString("submitter"))
                .put("status", row.getString("status"))
                .put("create_time", row.getLong("create_time"));
        JsonNode conf = RowShape.document(row.getString("runtime_conf"));
        json.put("purpose", conf.at("/job_parameters/common/purpose").asText());
        return new Part(
                row.getString("job_id"),
                row.getString("role"),
                row.getString("party_id"),
                json,
                RowShape.document(row.getString("dsl")),
                conf,
                local(row));
    }

    private static JsonNode local(ResultSet row) throws SQLException {
        String module = row.getString("component_module");
        if (module == null) {
            return Json.object().path("none");
        }
        JsonNode parameters = RowShape.document(row.getString("parameters"));
        ObjectNode local = Json.object().put("module", module);
        local.putObject("table")
                .put("namespace", parameters.path("namespace").asText())
                .put("name", parameters.path("name").asText());
        return local;
    }

    /** The jobs that a table is of: the one that has put it out, or the last that has uploaded it. */
    List<String> makersOf(Name table) {
        List<String> makers = jdbc.queryForList(
                MADE_AS_OUTPUT, Map.of("name", table.name(), "namespace", table.namespace()), String.class);
        if (!makers.isEmpty()) {
            return makers;
        }
        Map<String, Object> named = Map.of(
                "part", Criteria.containing(TextNode.valueOf(table.name()).toString()), "most", Listing.MOST);
        return jdbc
                .query(UPLOADED_BY, named, (row, number) -> uploads(row, table) ? row.getString("job_id") : "")
                .stream()
                .filter(job -> !job.isEmpty())
                .limit(1)
                .toList();
    }

    private static boolean uploads(ResultSet row, Name table) throws SQLException {
        JsonNode parameters = RowShape.document(row.getString("parameters"));
        return parameters.path("name").asText().equals(table.name())
                && parameters.path("namespace").asText().equals(table.namespace());
    }

    /** The job whose model a version is, deployed or not. */
    List<String> trainedBy(String version) {
        return jdbc.queryForList(
                "select distinct job_id from pipeline_model where model_version = :version",
                Map.of("version", version),
                String.class);
    }

    /** The job's own version, and those that were deployed of it. */
    Set<String> modelsOf(String jobId) {
        return new LinkedHashSet<>(jdbc.queryForList(
                "select distinct model_version from pipeline_model where job_id = :job",
                Map.of("job", jobId),
                String.class));
    }

    /** A version, and those that were deployed of it, also by way of others. */
    Set<String> deployedFrom(String version) {
        Set<String> versions = new LinkedHashSet<>(Set.of(version));
        List<String> last = List.of(version);
        while (!last.isEmpty()) {
            last = jdbc
                    .queryForList(
                            "select distinct model_version from pipeline_model where parent_version in (:versions)",
                            Map.of("versions", last),
                            String.class)
                    .stream()
                    .filter(versions::add)
                    .toList();
        }
        return versions;
    }

    /** The first thousand jobs whose conf names the version. */
    List<String> predictingWith(String version) {
        return jdbc
                .query(
                        """
                        select job_id, runtime_conf
                        from job_body
                        where runtime_conf like :part escape '!' and job_id <> :version
                        order by job_id
                        limit :most
                        """,
                        Map.of(
                                "part",
                                Criteria.containing(TextNode.valueOf(version).toString()),
                                "version",
                                version,
                                "most",
                                Listing.MOST),
                        (row, number) -> predictsWith(row, version) ? row.getString("job_id") : "")
                .stream()
                .filter(job -> !job.isEmpty())
                .toList();
    }

    private static boolean predictsWith(ResultSet row, String version) throws SQLException {
        return RowShape.document(row.getString("runtime_conf"))
                .at("/job_parameters/common/model_version")
                .asText()
                .equals(version);
    }

    /** The components that have left a model. */
    List<String> modelComponents(Part part) {
        return jdbc.queryForList("""
                select distinct component_name
                from component_model
                where model_version = :job and role = :role and party_id = :party
                order by component_name
                """, of(part), String.class);
    }

    /** Versions that were deployed of what the job has trained. */
    List<String> deployed(Part part) {
        return jdbc.queryForList("""
                select model_version
                from pipeline_model
                where job_id = :job and role = :role and party_id = :party and model_version <> :job
                order by model_version
                """, of(part), String.class);
    }

    private static Map<String, String> of(Part part) {
        return Map.of("job", part.jobId(), "role", part.role(), "party", part.partyId());
    }

    /** What was taken out of the site, of these jobs, or of tables and models among these nodes. */
    List<ObjectNode> taken(Collection<String> jobs, Collection<ObjectNode> nodes) {
        MapSqlParameterSource named = new MapSqlParameterSource("most", Listing.MOST);
        named.addValue("jobs", jobs.isEmpty() ? List.of("") : List.copyOf(jobs));
        StringBuilder others = new StringBuilder();
        for (ObjectNode node : nodes) {
            String text = isFoundByJob(node)
                    ? ""
                    : node.path(node.has("model_version") ? "model_version" : "name")
                            .asText();
            if (!text.isEmpty()) {
                String parameter = "part" + named.getValues().size();
                named.addValue(
                        parameter, Criteria.containing(TextNode.valueOf(text).toString()));
                others.append(" or details like :").append(parameter).append(" escape '!'");
            }
        }
        return jdbc.query(TAKEN.formatted(others), named, (row, number) -> takenOf(row)).stream()
                .filter(entry -> concerns(entry, jobs, nodes))
                .toList();
    }

    /** Components, and what they have put out. */
    private static boolean isFoundByJob(ObjectNode node) {
        return node.path("kind").asText().equals("component")
                || node.path("namespace").asText().startsWith(TableHistory.OUTPUTS);
    }

    private static ObjectNode takenOf(ResultSet row) throws SQLException {
        ObjectNode entry = Json.object()
                .put("time", row.getLong("create_time"))
                .put("actor", row.getString("actor"))
                .put("action", row.getString("action"))
                .put("job_id", row.getString("job_id"))
                .put("component", row.getString("component_name"))
                .put("role", row.getString("role"))
                .put("party_id", row.getString("party_id"))
                .put("outcome", row.getString("outcome"));
        entry.set("details", RowShape.document(row.getString("details")));
        return entry;
    }

    /** A name that stands somewhere in the details is not yet that table. */
    private static boolean concerns(ObjectNode entry, Collection<String> jobs, Collection<ObjectNode> nodes) {
        JsonNode details = entry.path("details");
        return jobs.contains(entry.path("job_id").asText()) || nodes.stream().anyMatch(node -> isNamed(node, details));
    }

    private static boolean isNamed(ObjectNode node, JsonNode details) {
        return switch (node.path("kind").asText()) {
            case "model" -> details.path("model_version").equals(node.path("model_version"));
            case "table" ->
                details.path("namespace").equals(node.path("namespace"))
                        && details.path("name").equals(node.path("name"));
            default -> false;
        };
    }
}
