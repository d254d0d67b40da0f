package io.fateflow.dsl;

import java.util.List;
import java.util.Map;
import java.util.SortedSet;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * One component of the DAG, with what each party runs of it.
 *
 * @param name the component's name in the DSL
 * @param module FATE's module name as the DSL spells it, such as {@code HeteroLR}
 * @param upstream names of the components it takes data, models or caches from
 * @param parties the parties that run it, in the job's party order, each with the user's parameters merged for that
 *     party (FATE DSL reference, "Parameter precedence", the steps from the conf), without module defaults and without {@code resources}; never empty
 * @param resources what it asks of one node at the same parties, beside cores: labels with amounts, 0 where it wants
 *     nothing of a label whatever a site's defaults are, and the text {@code auto} for what components like it have used
 */
public record ComponentPlan(
        String name,
        String module,
        SortedSet<String> upstream,
        Map<Party, ObjectNode> parties,
        Map<Party, ObjectNode> resources) {

    /** The parties that run this component, in the job's party order. */
    public List<Party> runsOn() {
        return List.copyOf(parties.keySet());
    }
}
