package io.fateflow.tools.compile;

import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.ComponentPlan;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Party;

/** A plan as JSON, for people and for comparing with FATE: who runs what, after what, with which parameters. */
final class PlanJson {

    /** JSON allows half a character, UTF-8 does not. */
    private static final Pattern LONE_SURROGATE = Pattern.compile("\\p{Cs}");

    private PlanJson() {}

    static String of(JobPlan plan) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ArrayNode components = root.putArray("components");
        plan.components().forEach(component -> components.add(component(component)));
        return LONE_SURROGATE.matcher(root.toPrettyString()).replaceAll(PlanJson::escape) + "\n";
    }

    private static String escape(MatchResult surrogate) {
        return "\\\\u%04x".formatted((int) surrogate.group().charAt(0));
    }

    private static ObjectNode component(ComponentPlan component) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("name", component.name());
        node.put("module", component.module());
        component.upstream().forEach(node.putArray("upstream")::add);
        ArrayNode parties = node.putArray("parties");
        for (Map.Entry<Party, ObjectNode> party : component.parties().entrySet()) {
            parties.addObject()
                    .put("role", party.getKey().role())
                    .put("party_id", party.getKey().partyId())
                    .set("parameters", party.getValue());
        }
        return node;
    }
}
