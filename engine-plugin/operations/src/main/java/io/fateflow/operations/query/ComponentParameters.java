package io.fateflow.operations.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * {@code f_component_parameters}: the job's conf without its parameters, and the parameters of this component at this
 * party.
 */
final class ComponentParameters {

    private ComponentParameters() {}

    static ObjectNode of(ObjectNode task, JsonNode conf, JsonNode parameters) {
        ObjectNode all = conf instanceof ObjectNode object ? object.deepCopy() : JsonNodeFactory.instance.objectNode();
        all.remove("component_parameters");
        String module = task.path("component_module").asText();
        String role = task.path("role").asText();
        all.put("CodePath", module);
        String component = task.path("component_name").asText();
        all.put("ComponentParameterSource", component);
        all.put("module", module);
        ObjectNode local = all.putObject("local");
        local.put("party_id", Long.parseLong(task.path("party_id").asText("0")));
        local.put("role", role);
        all.set("ComponentParam", withBookkeeping(module, component, parameters));
        return all;
    }

    /** What FATE's parameter objects carry along; its own components have the name only. */
    private static JsonNode withBookkeeping(String module, String component, JsonNode parameters) {
        if (!(parameters instanceof ObjectNode given)) {
            return parameters;
        }
        ObjectNode own = given.deepCopy().put("_name", module + "#" + component);
        if (!ProviderInfo.isHelper(module)) {
            ArrayNode fed = own.putArray("_user_feeded_params");
            addNames("", given, fed);
            own.putArray("_feeded_deprecated_params");
            own.put("_is_raw_conf", false);
        }
        return own;
    }

    private static void addNames(String prefix, ObjectNode parameters, ArrayNode names) {
        parameters.properties().forEach(entry -> {
            names.add(prefix + entry.getKey());
            if (entry.getValue() instanceof ObjectNode inner) {
                addNames(prefix + entry.getKey() + ".", inner, names);
            }
        });
    }
}
