package io.fateflow.dsl;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.module.ModuleCatalog;

/** Builds a DSL and a conf for tests: a two-party job that is right until something is changed. */
public final class JobBuilder {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final DslTranslator TRANSLATOR = new DslTranslator(ModuleCatalog.standard());

    private final ObjectNode dsl = JsonNodeFactory.instance.objectNode();
    private final ObjectNode conf = (ObjectNode) json("""
            {"dsl_version": 2,
             "initiator": {"role": "guest", "party_id": 9999},
             "role": {"guest": [9999], "host": [10000]}}
            """);

    private JobBuilder() {
        dsl.putObject("components");
    }

    public static JobBuilder aJob() {
        return new JobBuilder();
    }

    /** A job with one component. */
    public static JobBuilder aSmallJob() {
        return aJob().component("toy", "{'module': 'SecureAddExample'}");
    }

    /** Adds a component; single quotes stand for double ones. */
    public JobBuilder component(String name, String json) {
        dsl.withObject("/components").set(name, json(json.replace('\'', '"')));
        return this;
    }

    /** A chain or graph of {@code DataTransform}s. */
    public JobBuilder transforms(Map<String, ? extends SortedSet<String>> upstream) {
        upstream.forEach((name, before) -> {
            List<String> references =
                    before.stream().map(b -> "'" + b + ".data'").toList();
            component(
                    name,
                    "{'module': 'DataTransform', 'input': {'data': {'data': " + references
                            + "}}, 'output': {'data': ['data']}}");
        });
        return this;
    }

    /** Sets a top-level key of the conf; single quotes stand for double ones. */
    public JobBuilder conf(String key, String json) {
        conf.set(key, json(json.replace('\'', '"')));
        return this;
    }

    public JobBuilder withoutConf(String key) {
        conf.remove(key);
        return this;
    }

    /** Sets a top-level key of the DSL; single quotes stand for double ones. */
    public JobBuilder dsl(String key, String json) {
        dsl.set(key, json(json.replace('\'', '"')));
        return this;
    }

    public String dsl() {
        return dsl.toString();
    }

    public String conf() {
        return conf.toString();
    }

    public Translation translate() {
        return TRANSLATOR.translate(dsl(), conf());
    }

    public JobPlan plan() {
        if (translate() instanceof Translation.Accepted accepted) {
            return accepted.plan();
        }
        throw new AssertionError(problems());
    }

    public List<Problem> problems() {
        return problems(translate());
    }

    /** The problems' ids with their places, such as {@code FFB-1110 dsl#/components/a}. */
    public List<String> complaints() {
        return complaints(problems());
    }

    static List<String> complaints(List<Problem> problems) {
        List<String> shown = new ArrayList<>();
        problems.forEach(p -> shown.add(p.id() + " " + p.document() + "#" + p.pointer()));
        return shown;
    }

    static List<Problem> problems(Translation translation) {
        return translation instanceof Translation.Rejected rejected ? rejected.problems() : List.of();
    }

    private static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (java.io.IOException e) {
            throw new AssertionError(text, e);
        }
    }
}
