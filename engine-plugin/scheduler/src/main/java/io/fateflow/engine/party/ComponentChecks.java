package io.fateflow.engine.party;

import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.Party;

/** What a site knows of its components before a job is accepted: which of them could only fail. */
@FunctionalInterface
public interface ComponentChecks {

    /**
     * A component that a party of this site is to run.
     *
     * @param module FATE's name, as the DSL spells it
     * @param provider whom DSL or conf name to run it; empty for nobody
     * @param onSpark whether it is to run on Spark
     * @param parameters the user's, merged for the party
     * @param parties all of the job's
     */
    record Planned(
            Party party,
            String name,
            String module,
            String provider,
            boolean onSpark,
            ObjectNode parameters,
            List<Party> parties) {}

    /** Why it would fail, in a sentence without a full stop; empty if nothing is known against it. */
    Optional<String> objection(Planned component);

    /** Knows nothing: whatever is wrong shows when a component runs. */
    static ComponentChecks none() {
        return component -> Optional.empty();
    }
}
