package io.fateflow.engine.query;

import com.fasterxml.jackson.databind.JsonNode;
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
        all.put("ComponentParameterSource", task.path("component_name").asText());
        all.put("module", module);
        ObjectNode local = all.putObject("local");
        local.put("party_id", Long.parseLong(task.path("party_id").asText("0")));
        local.put("role", role);
        all.set("ComponentParam", parameters);
        return all;
    }
}
