package io.fateflow.engine.project;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;
import io.fateflow.engine.consent.TablesRead;
import io.fateflow.engine.consent.TablesRead.Name;
import io.fateflow.engine.node.SiteSetting;

/**
 * Who may make a table of a name that a job's conf has. Of jobs of different projects one at a time makes it, and what it has made is its
 * project's: a table's rows are there before it is written down whose they are, and nobody's rows may stand under another's label meanwhile.
 */
public final class WrittenNames {

    private static final String LOCK = "names of tables";

    private static final String WRITERS = "lower(p.component_module) in ('upload', 'writer')";

    private static final String OWN = """
            select p.component_module, p.parameters
            from task t join task_parameters p
                on p.task_id = t.task_id and p.role = t.role and p.party_id = t.party_id
            where t.job_id = :job and t.task_version = 0 and t.role = :role and t.party_id = :party and\s""" + WRITERS;

    /** Those that run, or have what they need to. */
    private static final String OTHERS = """
            select p.component_module, p.parameters
            from job j join task t
                on t.job_id = j.job_id and t.role = j.role and t.party_id = j.party_id and t.task_version = 0
            join task_parameters p
                on p.task_id = t.task_id and p.role = t.role and p.party_id = t.party_id
            where j.job_id <> :job and j.project <> :project
                and (j.status = 'running' or exists (select 1 from resource_lease l where l.job_id = j.job_id)) and\s""" + WRITERS;

    private final Projects projects;
    private final ProjectRules rules;
    private final JdbcClient jdbc;
    private final SiteSetting lock;

    public WrittenNames(Projects projects, ProjectRules rules, JdbcTemplate jdbc, Clock clock) {
        this.projects = projects;
        this.rules = rules;
        this.jdbc = JdbcClient.create(jdbc);
        this.lock = SiteSetting.open(jdbc, LOCK, clock);
    }

    /**
     * Why a job can't begin at a party; empty if it can. Asked in the transaction that takes what the job needs, before that: of two that ask
     * at once one waits for the other's.
     */
    public Optional<String> refusal(String jobId, Party own) {
        if (!projects.areUsed()) {
            return Optional.empty();
        }
        List<Name> names = names(
                jdbc.sql(OWN).param("job", jobId).param("role", own.role()).param("party", own.idText()));
        if (names.isEmpty()) {
            return Optional.empty();
        }
        lock.lock();
        String project = projectOf(jobId);
        Optional<String> anothers = names.stream()
                .flatMap(name -> rules.anothers(name, project).stream())
                .findFirst();
        if (anothers.isPresent()) {
            return anothers;
        }
        List<Name> made = names(jdbc.sql(OTHERS).param("job", jobId).param("project", project));
        return names.stream()
                .filter(made::contains)
                .findFirst()
                .map(name ->
                        "FFB-5334 a job of another project makes table %s.%s just now: choose another name, or try again when it has ended"
                                .formatted(name.namespace(), name.name()));
    }

    private String projectOf(String jobId) {
        return jdbc.sql("select coalesce(max(project), '') from job where job_id = ?")
                .param(jobId)
                .query(String.class)
                .single();
    }

    private static List<Name> names(JdbcClient.StatementSpec components) {
        List<Name> names = new ArrayList<>();
        components.query(row -> {
            String module = row.getString("component_module").toLowerCase(Locale.ROOT);
            TablesRead.written(module, Json.read(row.getString("parameters"))).ifPresent(names::add);
        });
        return names;
    }
}
