package io.fateflow.webapp.security;

import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Component;

import io.fateflow.operations.query.JobOwner;
import io.fateflow.operations.query.TableQueries;
import io.fateflow.operations.query.VisibleJobs;
import io.fateflow.webapp.role.Action;
import io.fateflow.webapp.role.Scope;

/**
 * Holds accounts to it that may do something on own jobs only, or in some projects only. FATE's calls, confs and names of tables name a job, or a model of
 * one, by an id of so many digits that nothing else looks like it: whatever looks like it, wherever it stands, has to be the
 * account's, or its project's. Tables have any names: a table whose namespace and name are both among the texts of a call is meant
 * by it, and has to be of a project of the account's.
 */
@Component
public final class OwnJobs {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern ID = Pattern.compile("(?<!\\d)\\d{20,25}(?!\\d)");
    private static final String VERSION = "model_version";
    private static final String TEXTS = OwnJobs.class.getName() + ".texts";
    private static final String NAMED = OwnJobs.class.getName() + ".named";

    /** More than any conf names: what has more is not looked up one by one. */
    private static final int MOST = 1_000;

    /** What is done to tables by their names; a job's are looked at when it is created. */
    private static final Set<Action> OF_TABLES = EnumSet.of(Action.TABLE_READ, Action.TABLE_WRITE, Action.DATA_READ);

    private final Submitters submitters;
    private final MeantTables tables;
    private final AccessLog log;

    OwnJobs(Submitters submitters, MeantTables tables, AccessLog log) {
        this.submitters = submitters;
        this.tables = tables;
        this.log = log;
    }

    /**
     * For a call whose body is known.
     *
     * @throws NotOwnException FFB-5010 or FFB-5011, if the account may do this on own jobs only, and it is not of one
     */
    public void demand(HttpServletRequest request, JsonNode body) {
        Optional<Admission> held = onlyOwn(request);
        if (held.isPresent()) {
            Set<String> named = new LinkedHashSet<>();
            collect(body, named);
            if (isOfTables(held.get())) {
                Set<String> texts = new LinkedHashSet<>();
                texts(body, texts);
                demandTables(request, texts);
            }
            demand(request, named, true);
        }
    }

    /**
     * For a table that a call means, and says in its own way.
     *
     * @throws NotOwnException FFB-5315 if there is such a table, and it is not of a project of the account's
     */
    public void demandTable(HttpServletRequest request, String namespace, String name) {
        if (onlyOwn(request).isPresent()) {
            demandTables(request, Set.of(namespace, name));
        }
    }

    /** As {@link #demand(HttpServletRequest, JsonNode)}, of documents as they were typed; digits may be written as escapes in JSON. */
    public void demand(HttpServletRequest request, String... documents) {
        if (onlyOwn(request).isPresent()) {
            Set<String> named = new LinkedHashSet<>();
            for (String document : documents) {
                collect(document, named);
                parsed(document).ifPresent(json -> collect(json, named));
            }
            demand(request, named, true);
        }
    }

    /** Empty if it is no JSON: whoever reads it next says so, and it names nothing. */
    private static Optional<JsonNode> parsed(String document) {
        try {
            return Optional.of(JSON.readTree(document));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    /**
     * For what a request's address names.
     *
     * @param isAll whether it has nothing else that could name a job
     */
    void demandOfAddress(HttpServletRequest request, boolean isAll) {
        if (onlyOwn(request).isPresent()) {
            Set<String> named = new LinkedHashSet<>();
            collect(AccessFilter.path(request), named);
            request.getParameterMap().values().forEach(values -> {
                for (String value : values) {
                    collect(value, named);
                }
            });
            if (isOfTables(onlyOwn(request).orElseThrow())) {
                Set<String> texts = new LinkedHashSet<>();
                request.getParameterMap().values().forEach(values -> texts.addAll(List.of(values)));
                demandTables(request, texts);
            }
            demand(request, named, isAll);
        }
    }

    /**
     * What of rows whoever calls may see: a call may name an own job, and ask for something else.
     *
     * @param key under which a row has its job's id, or its model's version
     */
    public List<ObjectNode> cut(HttpServletRequest request, List<ObjectNode> rows, String key) {
        Optional<Admission> held = onlyOwn(request);
        if (held.isEmpty()) {
            return rows;
        }
        Set<String> ids = new LinkedHashSet<>();
        rows.forEach(row -> ids.add(row.path(key).asText()));
        Map<String, JobOwner> whose = submitters.of(ids);
        VisibleJobs reach = reach(held.get());
        return rows.stream()
                .filter(row -> {
                    JobOwner owner = whose.get(row.path(key).asText());
                    return owner != null && reach.has(owner.submitter(), owner.project());
                })
                .toList();
    }

    /** For a call that shows nothing but what is own, or nothing of a job: it need not name one. */
    void mayNameNone(HttpServletRequest request) {
        request.setAttribute(NAMED, true);
    }

    /** Forms have fields and files that are read later, and may name anything; whoever takes an upload looks at its table. */
    void refuseForm(HttpServletRequest request) {
        onlyOwn(request).filter(admission -> !isUpload(admission)).ifPresent(admission -> {
            throw refused(
                    request,
                    "FFB-5011",
                    "a form, which does not say of which job it is",
                    "The account %s may do this (%s) on %s only, and a form does not say whose it is of."
                            .formatted(admission.account().id(), wire(admission), whatOf(admission)));
        });
    }

    private static Optional<Admission> onlyOwn(HttpServletRequest request) {
        return Admission.of(request)
                .filter(admission -> admission.scope() == Scope.OWN || admission.scope() == Scope.PROJECT);
    }

    private static boolean isOfTables(Admission admission) {
        return admission.action().filter(OF_TABLES::contains).isPresent();
    }

    private static boolean isUpload(Admission admission) {
        return admission.action().filter(Action.TABLE_WRITE::equals).isPresent();
    }

    /** On what it may do what it does. */
    private static VisibleJobs reach(Admission admission) {
        return admission.action().map(admission.account()::jobs).orElse(VisibleJobs.of(""));
    }

    private static String whatOf(Admission admission) {
        Set<String> projects = reach(admission).projects();
        return projects.isEmpty()
                ? "jobs of its own"
                : "jobs of its own and those of its projects (" + String.join(", ", new TreeSet<>(projects)) + ")";
    }

    /** Those of the address and of the body together: a call may say a name here and its namespace there. */
    private void demandTables(HttpServletRequest request, Set<String> texts) {
        Admission admission = onlyOwn(request).orElseThrow();
        Set<String> all = new LinkedHashSet<>(texts);
        if (request.getAttribute(TEXTS) instanceof Set<?> before) {
            before.forEach(text -> all.add(String.valueOf(text)));
        }
        request.setAttribute(TEXTS, all);
        VisibleJobs reach = reach(admission);
        // those of a job's outputs have its id in their namespace, which is looked at as any
        List<TableQueries.Owned> meant = all.size() > MOST
                ? List.of()
                : tables.of(all).stream()
                        .filter(table -> !ID.matcher(table.table().namespace()).find())
                        .toList();
        Optional<TableQueries.Owned> anothers =
                meant.stream().filter(table -> !reach.hasAllOf(table.project())).findFirst();
        if (anothers.isPresent() || all.size() > MOST) {
            String table = anothers.map(TableQueries.Owned::table)
                    .map(name -> name.namespace() + "." + name.name())
                    .orElse("more than " + MOST + " names");
            throw refused(
                    request,
                    "FFB-5315",
                    "names " + table + ", which is not of a project of its own",
                    "The account %s may do this (%s) on tables of its projects only%s, and %s is none."
                            .formatted(
                                    admission.account().id(),
                                    wire(admission),
                                    reach.projects().isEmpty()
                                            ? ""
                                            : " (" + String.join(", ", new TreeSet<>(reach.projects())) + ")",
                                    table));
        }
        if (!meant.isEmpty()) {
            mayNameNone(request);
        }
    }

    private static void texts(JsonNode value, Set<String> texts) {
        if (value.isContainerNode()) {
            value.forEach(inner -> texts(inner, texts));
        } else {
            texts.add(value.asText());
        }
    }

    private void demand(HttpServletRequest request, Set<String> named, boolean isAll) {
        Admission admission = onlyOwn(request).orElseThrow();
        boolean starts = admission.action().filter(Action.JOB_SUBMIT::equals).isPresent();
        Optional<String> others = others(reach(admission), named, starts);
        if (others.isPresent()) {
            throw refused(
                    request,
                    "FFB-5010",
                    "names " + others.get() + ", which is not its own",
                    "The account %s may do this (%s) on %s only, and %s is none, nor a model of one."
                            .formatted(admission.account().id(), wire(admission), whatOf(admission), others.get()));
        }
        if (!named.isEmpty()) {
            request.setAttribute(NAMED, true);
        }
        if (isAll && !starts && request.getAttribute(NAMED) == null) {
            throw refused(
                    request,
                    "FFB-5011",
                    "names no job of its own",
                    "The account %s may do this (%s) on %s only, and the call names none."
                            .formatted(admission.account().id(), wire(admission), whatOf(admission)));
        }
    }

    /** In a job that is started, what no job has is any number. */
    private Optional<String> others(VisibleJobs reach, Set<String> named, boolean unknownIsFree) {
        if (named.size() > MOST) {
            return Optional.of("more than " + MOST + " ids");
        }
        Map<String, JobOwner> whose = submitters.of(named);
        return named.stream()
                .filter(id -> {
                    JobOwner owner = whose.get(id);
                    return owner == null ? !unknownIsFree : !reach.has(owner.submitter(), owner.project());
                })
                .findFirst();
    }

    private static void collect(JsonNode value, Collection<String> named) {
        if (value.isContainerNode()) {
            value.properties().forEach(entry -> {
                collect(entry.getKey(), named);
                // a version that came with an archive may be any text
                if (entry.getKey().endsWith(VERSION)
                        && !entry.getValue().asText().isEmpty()) {
                    named.add(entry.getValue().asText());
                }
            });
            value.forEach(inner -> collect(inner, named));
        } else {
            collect(value.asText(), named);
        }
    }

    private static void collect(String text, Collection<String> named) {
        ID.matcher(text).results().limit(MOST + 1L).forEach(found -> named.add(found.group()));
    }

    private static String wire(Admission admission) {
        return admission.action().map(Action::wire).orElse("");
    }

    private NotOwnException refused(HttpServletRequest request, String id, String why, String message) {
        log.refused(request, id + " " + why);
        return new NotOwnException(id, message);
    }
}
