package io.fateflow.engine.project;

import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Party;
import io.fateflow.engine.consent.TablesRead;
import io.fateflow.engine.consent.TablesRead.Name;

/**
 * Of which project a job is, and which tables of this site it may name: those of its own project, so that nobody takes data out of
 * one by a job of another. Whether an account may submit there at all, is asked before.
 */
public final class ProjectRules {

    private final Projects projects;
    private final JdbcClient jdbc;

    public ProjectRules(Projects projects, JdbcTemplate jdbc) {
        this.projects = projects;
        this.jdbc = JdbcClient.create(jdbc);
    }

    /**
     * The project of a new job; empty if it is of none.
     *
     * @param here whether it is scheduled here: what another site's conf says is that site's
     */
    public String of(JobPlan plan, JsonNode conf, boolean here) {
        if (!projects.areUsed()) {
            return "";
        }
        return here
                ? new JobConf(conf).common().project()
                : projects.ofPartner(plan.initiator().partyId());
    }

    /**
     * Why a job can't be at a party of this site; empty if it can. A job of another site that is of no project is the consent
     * policy's matter alone.
     */
    public Optional<String> refusal(String project, JobPlan plan, Party own, boolean here) {
        if (!projects.areUsed() || (!here && project.isEmpty())) {
            return Optional.empty();
        }
        if (!project.isEmpty() && !projects.names().contains(project)) {
            return Optional.of(
                    "FFB-5309 this site has no project '%s': name another one in job_parameters.common.project, or have an operator add it to fate.access.projects"
                            .formatted(project));
        }
        return TablesRead.namedBy(plan, own).stream()
                .flatMap(table -> anothers(table, project).stream())
                .findFirst();
    }

    /** Why a job of a project can't have a table; empty if it can. */
    Optional<String> anothers(Name table, String project) {
        return isAnothers(table, project)
                ? Optional.of(
                        project.isEmpty()
                                ? "FFB-5310 table %s.%s is a project's, and the job is of none: name the table's in job_parameters.common.project"
                                        .formatted(table.namespace(), table.name())
                                : "FFB-5310 table %s.%s is not of project %s, and a job reads and writes tables of its own project only: upload the data into that project"
                                        .formatted(table.namespace(), table.name(), project))
                : Optional.empty();
    }

    private boolean isAnothers(Name table, String project) {
        return jdbc.sql("select project from storage_table_meta where namespace = :namespace and name = :name")
                .param("namespace", table.namespace())
                .param("name", table.name())
                .query(String.class)
                .optional()
                .filter(label -> !label.equals(project))
                .isPresent();
    }
}
