package io.fateflow.dsl;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.dsl.problem.ShownText;

/**
 * Makes a DSL for predicting of one for training, as FATE does when a model is deployed (FATE DSL reference, "Predict jobs
 * and deploy"): models that components made become models they take, training data becomes test data, and components that
 * are left out are bridged.
 *
 * <p>Beyond FATE, a component that took another one's model in training still takes it.
 */
public final class InferenceDsl {

    private static final String TRAINED_MODEL = "pipeline.";

    /** The first that a component has is the one it keeps; the name it gets. */
    private static final List<Map.Entry<String, String>> DATA_KEYS = List.of(
            Map.entry("data", "data"),
            Map.entry("train_data", "test_data"),
            Map.entry("validate_data", "test_data"),
            Map.entry("test_data", "test_data"));

    /** Where a component that is left out had its data from. */
    private static final List<String> SOURCE_KEYS = List.of("train_data", "eval_data", "test_data", "data");

    private final JsonNode components;
    private final Set<String> chosen;

    private InferenceDsl(JsonNode components, Set<String> chosen) {
        this.components = components;
        this.chosen = chosen;
    }

    /**
     * The DSL for predicting.
     *
     * @param trainDsl a DSL that passed all checks
     * @param chosen the components to deploy; empty for all
     * @throws IllegalArgumentException if the DSL has no component of that name
     */
    public static ObjectNode deduce(ObjectNode trainDsl, Collection<String> chosen) {
        JsonNode components = trainDsl.path("components");
        Set<String> names = new LinkedHashSet<>(chosen);
        if (names.isEmpty()) {
            components.fieldNames().forEachRemaining(names::add);
        }
        for (String name : names) {
            if (!components.has(name)) {
                throw new IllegalArgumentException("component " + ShownText.of(name)
                        + " is not in the training DSL; deploy only what was trained");
            }
        }
        return new InferenceDsl(components, names).deduce();
    }

    private ObjectNode deduce() {
        ObjectNode dsl = JsonNodeFactory.instance.objectNode();
        ObjectNode deployed = dsl.putObject("components");
        components.properties().forEach(entry -> {
            if (chosen.contains(entry.getKey())) {
                deployed.set(entry.getKey(), deduce(entry.getKey(), entry.getValue()));
            }
        });
        return dsl;
    }

    private ObjectNode deduce(String name, JsonNode trained) {
        ObjectNode component = JsonNodeFactory.instance.objectNode();
        component.set("module", trained.path("module"));
        ObjectNode input = JsonNodeFactory.instance.objectNode();
        ArrayNode models = models(name, trained);
        if (!models.isEmpty()) {
            input.set("model", models);
        }
        addData(input, trained.path("input"));
        putFilled(component, "input", input);
        if (trained.path("output") instanceof ObjectNode output) {
            putFilled(component, "output", output.deepCopy().without("model"));
        }
        return component;
    }

    private static void putFilled(ObjectNode component, String key, ObjectNode value) {
        if (!value.isEmpty()) {
            component.set(key, value);
        }
    }

    /** Its own, or else those it took. */
    private static ArrayNode models(String name, JsonNode trained) {
        ArrayNode models = JsonNodeFactory.instance.arrayNode();
        trained.path("output").path("model").forEach(alias -> models.add(TRAINED_MODEL + name + "." + alias.asText()));
        if (models.isEmpty()) {
            trained.path("input").path("model").forEach(reference -> models.add(TRAINED_MODEL + reference.asText()));
        }
        return models;
    }

    private void addData(ObjectNode input, JsonNode trained) {
        if (!trained.path("data").isObject()) {
            return;
        }
        for (Map.Entry<String, String> key : DATA_KEYS) {
            if (trained.path("data").has(key.getKey())) {
                ArrayNode references = JsonNodeFactory.instance.arrayNode();
                sources(trained.path("data").path(key.getKey())).forEach(references::add);
                if (!references.isEmpty()) {
                    input.putObject("data").set(key.getValue(), references);
                }
                break;
            }
        }
        if (trained.has("cache")) {
            input.set("cache", trained.path("cache").deepCopy());
        }
    }

    /** References to what is deployed, once each; the others are followed up to it, or dropped. */
    private Set<String> sources(JsonNode references) {
        Set<String> found = new LinkedHashSet<>();
        references.forEach(reference -> {
            String source = deployedSource(reference.asText());
            if (!source.isEmpty()) {
                found.add(source);
            }
        });
        return found;
    }

    /** Empty if it leads to a Reader that is left out, or nowhere: the data are then the user's to name. */
    private String deployedSource(String reference) {
        Set<String> seen = new HashSet<>();
        String at = reference;
        while (!at.isEmpty() && seen.add(at)) {
            String upstream = at.substring(0, Math.max(0, at.indexOf('.')));
            if (chosen.contains(upstream)) {
                return at;
            }
            at = firstSource(components.path(upstream));
        }
        return "";
    }

    private static String firstSource(JsonNode component) {
        JsonNode data = component.path("input").path("data");
        for (String key : SOURCE_KEYS) {
            if (!data.path(key).isEmpty()) {
                return data.path(key).path(0).asText();
            }
        }
        return "";
    }

    /** The components whose trained models a DSL for predicting takes. */
    public static Set<String> trainedComponents(ObjectNode inferenceDsl) {
        Set<String> names = new LinkedHashSet<>();
        for (JsonNode component : inferenceDsl.path("components")) {
            for (String slot : List.of("model", "isometric_model")) {
                component.path("input").path(slot).forEach(reference -> {
                    String[] parts = reference.asText().split("\\.", -1);
                    if (parts.length == 3) {
                        names.add(parts[1]);
                    }
                });
            }
        }
        return names;
    }

    /** The same DSL with FATE's {@code CodePath} of each component that runs at a role. */
    public static ObjectNode withCodePaths(ObjectNode dsl, String role, ModuleCatalog catalog) {
        ObjectNode shown = dsl.deepCopy();
        for (JsonNode component : shown.path("components")) {
            catalog.find(component.path("module").asText())
                    .flatMap(module -> module.codePath(role))
                    .ifPresent(path -> ((ObjectNode) component).put("CodePath", path));
        }
        return shown;
    }
}
