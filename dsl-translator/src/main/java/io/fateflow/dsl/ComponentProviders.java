package io.fateflow.dsl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Who is to run a component, as DSL and conf say it: {@code name} or {@code name@version}.
 *
 * <p>As in FATE's parser the conf's {@code provider} goes before the DSL's, a party's entry there before the common one, and
 * the component's own entry of the DSL before the one for all components.
 */
public final class ComponentProviders {

    private static final String PROVIDER = "provider";

    private final JsonNode dsl;
    private final JsonNode conf;

    /** @param conf of version 2, for all parties */
    public ComponentProviders(JsonNode dsl, JsonNode conf) {
        this.dsl = dsl;
        this.conf = conf;
    }

    /** What is named for a component at a party; empty if nothing is. */
    public String named(String component, Party party) {
        JsonNode named = dsl.path("components").path(component).path(PROVIDER);
        if (named.isMissingNode()) {
            named = dsl.path(PROVIDER);
        }
        for (JsonNode layer : new PartyLayers(conf).of(PROVIDER, party)) {
            named = ifThere(layer.path(component), named);
        }
        return named.asText();
    }

    /** The conf with one provider for a component at all parties, whatever it said before. */
    public static ObjectNode withCommon(ObjectNode conf, String component, String provider) {
        ObjectNode changed = conf.deepCopy();
        changed.path(PROVIDER)
                .path(JobConf.ROLE)
                .forEach(role -> role.forEach(entry -> {
                    if (entry instanceof ObjectNode object) {
                        object.remove(component);
                    }
                }));
        changed.withObjectProperty(PROVIDER).withObjectProperty(JobConf.COMMON).put(component, provider);
        return changed;
    }

    private static JsonNode ifThere(JsonNode own, JsonNode otherwise) {
        return own.isMissingNode() ? otherwise : own;
    }
}
