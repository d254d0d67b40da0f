package io.fateflow.dsl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.problem.Document;
import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.Place;
import io.fateflow.dsl.problem.ProblemKind;

/** Reads {@code dsl_version}, which is in the conf and counts for both documents; 1 if it is missing, as in FATE. */
final class ConfVersion {

    private static final String KEY = "dsl_version";
    private static final String ONLY_IN_VERSION_2 = "component_parameters";

    private ConfVersion() {}

    static boolean isLegacy(ObjectNode conf, Findings findings) {
        JsonNode version = conf.path(KEY);
        Place root = Place.of(Document.CONF);
        if (version.isMissingNode() && conf.has(ONLY_IN_VERSION_2)) {
            findings.add(ProblemKind.VERSION_MISSING, root, ONLY_IN_VERSION_2);
            return false;
        }
        if (version.isMissingNode() || version.asText().equals("1")) {
            return true;
        }
        if (!version.asText().equals("2")) {
            findings.add(ProblemKind.VERSION_INVALID, root.at(KEY), version);
        }
        return false;
    }
}
