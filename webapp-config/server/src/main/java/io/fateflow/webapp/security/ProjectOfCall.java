package io.fateflow.webapp.security;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Component;

import io.fateflow.dsl.JobConf;
import io.fateflow.webapp.role.Account;
import io.fateflow.webapp.role.Action;
import io.fateflow.webapp.role.Scope;

/** Of which project is what a call makes, a job or a table: the one that it names, or the only one in which the account may. */
@Component
public final class ProjectOfCall {

    /** They read and write files and databases of the whole site. */
    private static final Set<String> OF_THE_SITE = Set.of("upload", "download", "writer");

    private final AccessProperties access;
    private final AccessLog log;

    ProjectOfCall(AccessProperties access, AccessLog log) {
        this.access = access;
        this.log = log;
    }

    /**
     * Finds it.
     *
     * @param named what the call says; empty if nothing
     * @return empty if the call leaves it open and the account may do this everywhere, or if the site has no projects
     * @throws NotOwnException FFB-5309 if there is no such project, FFB-5312 if the account may not do this there, FFB-5313 if it has to say where
     */
    public Optional<String> of(HttpServletRequest request, String named) {
        Optional<Admission> admission = Admission.of(request);
        if (access.projects().isEmpty() || admission.isEmpty()) {
            return Optional.empty();
        }
        Account account = admission.get().account();
        Action action = admission.get().action().orElse(Action.JOB_SUBMIT);
        if (!named.isEmpty() && !access.ofProjects().names().contains(named)) {
            throw refused(
                    request,
                    "FFB-5309",
                    "project " + named,
                    "This site has no project '%s': name another one, or have an operator add it to fate.access.projects."
                            .formatted(named));
        }
        if (account.scope(action, named) != Scope.NOTHING) {
            return named.isEmpty() ? Optional.empty() : Optional.of(named);
        }
        List<String> projects = account.projects().keySet().stream()
                .filter(project -> account.scope(action, project) != Scope.NOTHING)
                .sorted()
                .toList();
        if (!named.isEmpty()) {
            throw refused(
                    request,
                    "FFB-5312",
                    "project " + named,
                    "The account %s may not do this (%s) in project %s; it may in %s."
                            .formatted(account.id(), action.wire(), named, String.join(", ", projects)));
        }
        if (projects.size() != 1) {
            throw refused(
                    request,
                    "FFB-5313",
                    "no project",
                    "The account %s may do this (%s) in several projects: name one of %s, as project in job_parameters.common of a conf, or of an upload."
                            .formatted(account.id(), action.wire(), String.join(", ", projects)));
        }
        return Optional.of(projects.get(0));
    }

    /**
     * As {@link #of(HttpServletRequest, String)}, of a job.
     *
     * @throws NotOwnException as well as {@link #demandOrdinary}
     */
    public Optional<String> of(HttpServletRequest request, JsonNode dsl, JsonNode conf) {
        Optional<String> project = of(
                request,
                named(
                        new JobConf(conf).common().project(),
                        new JobConf(conf).ofParty().project()));
        demandOrdinary(request, dsl);
        return project;
    }

    /**
     * For what the components of a job are told.
     *
     * @throws NotOwnException FFB-5314, see {@link #demandOfSite}, if one of them is for whole sites only
     */
    public void demandOrdinary(HttpServletRequest request, JsonNode dsl) {
        dsl.path("components").forEach(component -> {
            if (OF_THE_SITE.contains(component.path("module").asText().toLowerCase(Locale.ROOT))) {
                demandOfSite(request);
            }
        });
    }

    /** A conf of version 1 has its parameters flat. */
    private static String named(String common, String flat) {
        return common.isEmpty() ? flat : common;
    }

    /**
     * For what has to do with files of the server, or with databases outside: these are the site's, and not a project's.
     *
     * @throws NotOwnException FFB-5314 if the account may do this in projects only
     */
    public void demandOfSite(HttpServletRequest request) {
        Admission.of(request).ifPresent(admission -> {
            Account account = admission.account();
            Action action = admission.action().orElse(Action.JOB_SUBMIT);
            if (account.scope(action, "") == Scope.NOTHING) {
                throw refused(
                        request,
                        "FFB-5314",
                        "files or databases of the site",
                        "The account %s may do this (%s) in projects only, and files of the server and databases are the whole site's: send the file itself, by an upload."
                                .formatted(account.id(), action.wire()));
            }
        });
    }

    private NotOwnException refused(HttpServletRequest request, String id, String what, String message) {
        log.refused(request, id + " " + what);
        return new NotOwnException(id, message);
    }
}
