package io.fateflow.engine.contract;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.fateflow.engine.job.JobSubmission;

/** Makes jobs of guest 9999 and host 10000 whose components do nothing but wait for each other. */
final class JobFixture {

    private final Map<String, List<String>> components = new LinkedHashMap<>();
    private final List<String> parameters = new ArrayList<>();
    private final List<String> set = new ArrayList<>();

    static JobFixture aJob() {
        return new JobFixture();
    }

    /** A component at both parties, after the named ones. */
    JobFixture with(String name, String... upstream) {
        components.put(name, List.of(upstream));
        return this;
    }

    JobFixture chainOf(int length) {
        for (int i = 0; i < length; i++) {
            components.put("c" + i, i == 0 ? List.of() : List.of("c" + (i - 1)));
        }
        return this;
    }

    /** One source, so many in the middle, one sink. */
    JobFixture fanOf(int width) {
        with("source");
        List<String> middle = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            with("branch" + i, "source");
            middle.add("branch" + i);
        }
        return with("sink", middle.toArray(String[]::new));
    }

    /** An entry of job_parameters.common. */
    JobFixture parameter(String name, int value) {
        parameters.add("\"%s\": %d".formatted(name, value));
        return this;
    }

    /** A parameter of a component, the same at both parties. */
    JobFixture set(String component, String parameter, int value) {
        set.add("\"%s\": {\"%s\": %d}".formatted(component, parameter, value));
        return this;
    }

    /** Whom it wants to be told, as JSON. */
    JobFixture notifying(String json) {
        parameters.add("\"notifications\": " + json);
        return this;
    }

    /** In which queue it waits. */
    JobFixture queue(String name) {
        parameters.add("\"queue\": \"%s\"".formatted(name));
        return this;
    }

    JobFixture preemptible(boolean may) {
        parameters.add("\"preemptible\": " + may);
        return this;
    }

    /** What every component asks of one node, as JSON. */
    JobFixture resources(String json) {
        parameters.add("\"resources\": " + json);
        return this;
    }

    /** How nodes are chosen. */
    JobFixture placement(String policy) {
        parameters.add("\"placement\": \"%s\"".formatted(policy));
        return this;
    }

    /** What one component asks of one node, as JSON. */
    JobFixture resourcesOf(String component, String json) {
        set.add("\"%s\": {\"resources\": %s}".formatted(component, json));
        return this;
    }

    JobFixture onSpark(String component) {
        set.add("\"%s\": {\"engine\": \"SPARK\"}".formatted(component));
        return this;
    }

    /** Takes components over from an older job. */
    JobFixture inheriting(String job, String... names) {
        parameters.add("\"inheritance_info\": {\"job_id\": \"%s\", \"component_list\": [\"%s\"]}"
                .formatted(job, String.join("\", \"", names)));
        return this;
    }

    JobFixture eggrollProcessorsPerNode(int processors) {
        parameters.add("\"eggroll_run\": {\"eggroll.session.processors.per.node\": %d}".formatted(processors));
        return this;
    }

    JobFixture sparkExecutors(int executors, int coresEach) {
        parameters.add(
                "\"spark_run\": {\"num-executors\": %d, \"executor-cores\": %d}".formatted(executors, coresEach));
        return this;
    }

    String dsl() {
        return components.entrySet().stream()
                .map(entry -> "\"%s\": {\"module\": \"DataTransform\", %s \"output\": {\"data\": [\"data\"]}}"
                        .formatted(entry.getKey(), input(entry.getValue())))
                .collect(Collectors.joining(",", "{\"components\": {", "}}"));
    }

    private static String input(List<String> upstream) {
        return upstream.isEmpty()
                ? ""
                : upstream.stream()
                        .map(name -> "\"" + name + ".data\"")
                        .collect(Collectors.joining(",", "\"input\": {\"data\": {\"data\": [", "]}},"));
    }

    String conf() {
        return """
                {"dsl_version": 2,
                 "initiator": {"role": "guest", "party_id": 9999},
                 "role": {"guest": [9999], "host": [10000]},
                 "job_parameters": {"common": {%s}},
                 "component_parameters": {"common": {%s}}}""".formatted(String.join(", ", parameters), String.join(", ", set));
    }

    JobSubmission submission() {
        return new JobSubmission(dsl(), conf(), "alice");
    }
}
