package io.fateflow.webapp.metrics;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

import io.fateflow.federation.directory.PartyDirectory;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.FederatedServerTest;
import io.fateflow.webapp.ServerTest;
import io.fateflow.worker.api.ExecutorReport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What dashboards and alert rules name is there: a metric that is renamed would leave them silent. */
@FederatedServerTest
class ObservabilityTest {

    private static final Path FILES = Path.of("../../docs/observability");

    /** Of Prometheus itself, and what is there only when a receiver was told ({@code NotificationMetricsTest}). */
    private static final Set<String> NOT_OURS = Set.of("up", "fate_notifications_total");

    /** A selector's metric, with or without labels; what a bracket follows is a function. */
    private static final Pattern METRIC =
            Pattern.compile("\\b((?:fate|jvm|http_server|hikaricp)_[a-z_]+|up)\\b(?:\\{([^}]*)})?");

    private static final Pattern LABEL = Pattern.compile("([a-z_]+)\\s*(?:=~|!~|!=|=)");
    private static final Pattern GROUPED = Pattern.compile("\\b(?:by|on)\\s*\\(([^)]*)\\)");

    /** Prometheus adds it. */
    private static final String INSTANCE = "instance";

    @Autowired
    private Caller caller;

    @Autowired
    private AttemptMetrics attempts;

    @Autowired
    private PartyDirectory directory;

    private List<String> rules() throws IOException {
        JsonNode file = new YAMLMapper().readTree(FILES.resolve("alerts.yaml").toFile());
        List<String> expressions = file.findValuesAsText("expr");
        assertThat(expressions).hasSizeGreaterThan(10);
        return expressions;
    }

    private List<String> panels() throws IOException {
        JsonNode file =
                new ObjectMapper().readTree(FILES.resolve("dashboard.json").toFile());
        List<String> expressions = file.findValuesAsText("expr");
        assertThat(expressions).hasSizeGreaterThan(20);
        return expressions;
    }

    private List<String> series() {
        attempts.ended("any", new ExecutorReport("failed", "exited", 1, "", List.of("x"), 1, 1, 2, 0, 0, null));
        directory.silent(10000, "said by the test");
        return caller.send(caller.request("/actuator/prometheus", "admin", ServerTest.PASSWORD)
                        .GET())
                .body()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .toList();
    }

    @Test
    void eachMetricWithItsLabelsIsOneOfTheServers() throws IOException {
        List<String> expressions = new ArrayList<>(rules());
        expressions.addAll(panels());

        // a look is ten seconds old at most: queues are found by the first scrape, and shown to the next
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(missing(expressions, series())).isEmpty());
    }

    private static Set<String> missing(List<String> expressions, List<String> there) {
        Set<String> missing = new TreeSet<>();
        for (String expression : expressions) {
            Set<String> grouped = GROUPED.matcher(expression)
                    .results()
                    .flatMap(by -> Stream.of(by.group(1).split("\\s*,\\s*")))
                    .filter(label -> !label.equals(INSTANCE))
                    .collect(Collectors.toSet());
            METRIC.matcher(expression).results().forEach(selector -> {
                if (!isThere(selector, grouped, there)) {
                    missing.add(selector.group() + " in " + expression);
                }
            });
        }
        return missing;
    }

    private static boolean isThere(MatchResult selector, Set<String> grouped, List<String> series) {
        String name = selector.group(1);
        Set<String> labels = new HashSet<>(grouped);
        if (selector.group(2) != null) {
            LABEL.matcher(selector.group(2)).results().forEach(label -> labels.add(label.group(1)));
        }
        return NOT_OURS.contains(name)
                || series.stream()
                        .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                        .anyMatch(line -> labels.stream().allMatch(label -> line.contains(label + "=\"")));
    }
}
