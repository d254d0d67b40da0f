package io.fateflow.dsl;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The conf of a job that predicts (FATE DSL reference, "Predict jobs and deploy"): the training's, for the roles that take
 * part now, under what the user says now.
 */
public final class PredictConf {

    private static final List<String> SECTIONS = List.of("job_parameters", "component_parameters");
    private static final String EVERYONE = "all";
    private static final String ARBITER = "arbiter";
    private static final List<String> READER_ROLES = List.of("guest", "host");

    private PredictConf() {}

    /**
     * Puts a predict conf over the training's. Objects are merged, lists replaced; entries of a role's parties move to the
     * positions that the parties have now.
     *
     * <p>FATE-Flow asks nothing of a role that training had not, and its examples name an arbiter where none was needed. An
     * arbiter may join here, too: it holds no rows and, where training had none, no component runs there. Other roles hold
     * rows and parts of the model, so a new one is refused.
     *
     * @throws IllegalArgumentException if a party takes part that did not in training, and is not such an arbiter
     */
    public static ObjectNode merge(ObjectNode train, ObjectNode predict) {
        ObjectNode merged = train.deepCopy();
        merged.remove("provider");
        train.path("role").properties().forEach(entry -> {
            JsonNode now = predict.path("role").path(entry.getKey());
            if (now.isMissingNode()) {
                drop(merged, entry.getKey());
            } else {
                move(merged, entry.getKey(), ids(entry.getValue()), ids(now));
            }
        });
        predict.path("role").properties().forEach(entry -> checkTookPart(train, entry.getKey(), ids(entry.getValue())));
        JsonMerge.into(merged, predict);
        return merged;
    }

    private static void checkTookPart(ObjectNode train, String role, List<String> now) {
        List<String> then = ids(train.path("role").path(role));
        if (role.equals(ARBITER) && then.isEmpty()) {
            return;
        }
        for (String id : now) {
            if (!then.contains(id)) {
                throw new IllegalArgumentException(
                        "party " + id + " was not " + role + " in training, there were " + then);
            }
        }
    }

    private static void drop(ObjectNode conf, String role) {
        remove(conf.path("role"), role);
        SECTIONS.forEach(section -> remove(conf.path(section).path("role"), role));
    }

    private static void remove(JsonNode node, String key) {
        if (node instanceof ObjectNode object) {
            object.remove(key);
        }
    }

    private static void move(ObjectNode conf, String role, List<String> then, List<String> now) {
        if (then.equals(now)) {
            return;
        }
        for (String section : SECTIONS) {
            if (conf.path(section).path("role") instanceof ObjectNode roles
                    && roles.get(role) instanceof ObjectNode entries) {
                roles.set(role, moved(entries, then, now));
            }
        }
    }

    private static ObjectNode moved(ObjectNode entries, List<String> then, List<String> now) {
        ObjectNode moved = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> entry : entries.properties()) {
            String key = entry.getKey().equals(EVERYONE) ? EVERYONE : movedKey(entry.getKey(), then, now);
            if (!key.isEmpty() && entry.getValue() instanceof ObjectNode values) {
                JsonMerge.into(moved.withObjectProperty(key), values);
            }
        }
        return moved;
    }

    /** {@code "0|2"} with the parties' positions now; empty if none of them takes part. */
    private static String movedKey(String key, List<String> then, List<String> now) {
        List<String> positions = new ArrayList<>();
        for (String position : key.split("\\|", -1)) {
            int old = position.matches("\\d{1,4}") ? Integer.parseInt(position) : then.size();
            int moved = old < then.size() ? now.indexOf(then.get(old)) : -1;
            if (moved >= 0) {
                positions.add(Integer.toString(moved));
            }
        }
        return String.join("|", positions);
    }

    /** As text: users send them as numbers and as texts. */
    private static List<String> ids(JsonNode list) {
        List<String> ids = new ArrayList<>();
        list.forEach(id -> ids.add(id.asText()));
        return ids;
    }

    /** FATE's template of a predict conf, with the Readers' tables left to be filled in. */
    public static ObjectNode template(ObjectNode inferenceDsl, ObjectNode train, String modelId, String modelVersion) {
        ObjectNode conf = JsonNodeFactory.instance.objectNode().put("dsl_version", 2);
        List.of("role", "initiator", "job_parameters")
                .forEach(key -> conf.set(key, train.path(key).deepCopy()));
        conf.withObject("/job_parameters/common")
                .put("job_type", "predict")
                .put("model_id", modelId)
                .put("model_version", modelVersion);
        ObjectNode roles = conf.putObject("component_parameters").putObject("role");
        for (String role : READER_ROLES) {
            int parties = train.path("role").path(role).size();
            for (int i = 0; i < parties; i++) {
                roles.withObjectProperty(role).set(Integer.toString(i), readers(inferenceDsl));
            }
        }
        return conf;
    }

    private static ObjectNode readers(ObjectNode inferenceDsl) {
        ObjectNode readers = JsonNodeFactory.instance.objectNode();
        inferenceDsl.path("components").properties().forEach(component -> {
            if (component.getValue().path("module").asText().equals("Reader")) {
                int number = readers.size();
                readers.putObject(component.getKey())
                        .putObject("table")
                        .put("name", "name_to_be_filled_" + number)
                        .put("namespace", "namespace_to_be_filled_" + number);
            }
        });
        return readers;
    }
}
