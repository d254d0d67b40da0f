package io.fateflow.engine.notification;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.Problem;

/**
 * Whom a job names: {@code job_parameters.common.notifications}, a list of names of receivers and of objects with a
 * {@code url}. What is wrong with it is said at the submit; later, what is not allowed any more is left out.
 */
final class JobReceivers {

    static final String PARAMETER = "notifications";
    private static final String POINTER = "/" + JobConf.JOB_PARAMETERS + "/" + JobConf.COMMON + "/" + PARAMETER;
    private static final int MOST = 10;

    private final NotificationSettings settings;

    JobReceivers(NotificationSettings settings) {
        this.settings = settings;
    }

    /** Named ones, in their order. Entries that are not allowed, or not any more, are not among them. */
    Set<Target> of(JsonNode named) {
        Set<Target> targets = new LinkedHashSet<>();
        for (JsonNode entry : named) {
            if (problem(entry, "").isEmpty()) {
                targets.add(
                        entry.isTextual()
                                ? new Target(entry.asText(), null)
                                : Target.url(entry.path("url").asText()));
            }
        }
        return targets;
    }

    /** What is wrong with a conf of version 2; empty if nothing is. */
    List<Problem> problems(JsonNode conf) {
        JsonNode named = conf.at(POINTER);
        if (named.isMissingNode() || named.isNull()) {
            return List.of();
        }
        if (!named.isArray() || named.size() > MOST) {
            return List.of(malformed(POINTER, "it is not a list of up to " + MOST + " receivers"));
        }
        List<Problem> problems = new ArrayList<>();
        for (int i = 0; i < named.size(); i++) {
            problem(named.path(i), POINTER + "/" + i).ifPresent(problems::add);
        }
        return problems;
    }

    private Optional<Problem> problem(JsonNode entry, String pointer) {
        if (entry.isTextual()) {
            return settings.receiver(entry.asText()).isPresent() ? Optional.empty() : Optional.of(unknown(pointer));
        }
        if (!entry.isObject() || entry.size() != 1 || !entry.path("url").isTextual()) {
            return Optional.of(malformed(pointer, "it is neither a receiver's name nor an object with a url alone"));
        }
        String text = entry.path("url").asText();
        String at = pointer + "/url";
        Optional<String> odd = WebhookUrls.problem(text);
        if (odd.isPresent()) {
            return Optional.of(malformed(at, odd.get()));
        }
        return settings.forJobs().hosts().contains(URI.create(text)) ? Optional.empty() : Optional.of(refused(at));
    }

    private Problem unknown(String pointer) {
        List<String> names = settings.receivers().keySet().stream().sorted().toList();
        return new Problem(
                "FFB-2044",
                "conf",
                pointer,
                "this site has no receiver of notifications of that name",
                names.isEmpty()
                        ? "Leave it out, or ask the operator to configure it under fate.notifications.receivers"
                        : "Name one of " + String.join(", ", names) + ", or ask the operator to configure it");
    }

    private static Problem refused(String pointer) {
        return new Problem(
                "FFB-2045",
                "conf",
                pointer,
                "this site sends no notifications to that host and port",
                "Name a receiver of this site, or ask the operator to add the host to fate.notifications.allowed-hosts");
    }

    private static Problem malformed(String pointer, String what) {
        return new Problem(
                "FFB-2046", "conf", pointer, what, "Write a list such as [\"ops\", {\"url\": \"https://host/path\"}]");
    }

    /**
     * Who is to be told.
     *
     * @param receiver its name, or the host of the URL
     * @param url as a job has named it; null for a configured one
     */
    record Target(String receiver, @Nullable String url) {

        static Target url(String url) {
            return new Target(URI.create(url).getHost(), url);
        }

        @Override
        public String toString() {
            return receiver;
        }
    }
}
