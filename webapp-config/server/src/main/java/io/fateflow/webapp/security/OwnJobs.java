package io.fateflow.webapp.security;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Component;

import io.fateflow.webapp.role.Action;
import io.fateflow.webapp.role.Scope;

/**
 * Holds accounts that may do something on own jobs only to it. FATE's calls, confs and names of tables name a job, or a model of
 * one, by an id of so many digits that nothing else looks like it: whatever looks like it, wherever it stands, has to be the
 * account's.
 */
@Component
public final class OwnJobs {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern ID = Pattern.compile("(?<!\\d)\\d{20,25}(?!\\d)");
    private static final String VERSION = "model_version";
    private static final String NAMED = OwnJobs.class.getName() + ".named";

    /** More than any conf names: what has more is not looked up one by one. */
    private static final int MOST = 1_000;

    private final Submitters submitters;
    private final AccessLog log;

    OwnJobs(Submitters submitters, AccessLog log) {
        this.submitters = submitters;
        this.log = log;
    }

    /**
     * For a call whose body is known.
     *
     * @throws NotOwnException FFB-5010 or FFB-5011, if the account may do this on own jobs only, and it is not of one
     */
    public void demand(HttpServletRequest request, JsonNode body) {
        if (onlyOwn(request).isPresent()) {
            Set<String> named = new LinkedHashSet<>();
            collect(body, named);
            demand(request, named, true);
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
            demand(request, named, isAll);
        }
    }

    /** For a call that shows nothing but what is own, or nothing of a job: it need not name one. */
    void mayNameNone(HttpServletRequest request) {
        request.setAttribute(NAMED, true);
    }

    /** Forms have fields and files that are read later, and may name anything. */
    void refuseForm(HttpServletRequest request) {
        onlyOwn(request).ifPresent(admission -> {
            throw refused(
                    request,
                    "FFB-5011",
                    "a form, which does not say of which job it is",
                    "The account %s may do this (%s) on jobs of its own only, and a form does not say whose it is of."
                            .formatted(admission.account().id(), wire(admission)));
        });
    }

    private static Optional<Admission> onlyOwn(HttpServletRequest request) {
        return Admission.of(request).filter(admission -> admission.scope() == Scope.OWN);
    }

    private void demand(HttpServletRequest request, Set<String> named, boolean isAll) {
        Admission admission = onlyOwn(request).orElseThrow();
        boolean starts = admission.action().filter(Action.JOB_SUBMIT::equals).isPresent();
        Optional<String> others = others(admission.account().id(), named, starts);
        if (others.isPresent()) {
            throw refused(
                    request,
                    "FFB-5010",
                    "names " + others.get() + ", which is not its own",
                    "The account %s may do this (%s) on jobs of its own only, and %s is none, nor a model of one."
                            .formatted(admission.account().id(), wire(admission), others.get()));
        }
        if (!named.isEmpty()) {
            request.setAttribute(NAMED, true);
        }
        if (isAll && !starts && request.getAttribute(NAMED) == null) {
            throw refused(
                    request,
                    "FFB-5011",
                    "names no job of its own",
                    "The account %s may do this (%s) on jobs of its own only, and the call names none."
                            .formatted(admission.account().id(), wire(admission)));
        }
    }

    /** In a job that is started, what no job has is any number. */
    private Optional<String> others(String account, Set<String> named, boolean unknownIsFree) {
        if (named.size() > MOST) {
            return Optional.of("more than " + MOST + " ids");
        }
        Map<String, String> whose = submitters.of(named);
        return named.stream()
                .filter(id -> whose.containsKey(id) ? !account.equals(whose.get(id)) : !unknownIsFree)
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
        log.refused(
                Claim.user(request),
                request.getRemoteAddr(),
                request.getMethod() + " " + AccessFilter.path(request),
                id + " " + why);
        return new NotOwnException(id, message);
    }
}
