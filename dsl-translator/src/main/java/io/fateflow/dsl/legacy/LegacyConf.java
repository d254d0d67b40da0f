package io.fateflow.dsl.legacy;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.problem.Document;
import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.Place;

/**
 * A conf of version 1 as version 2.
 *
 * <p>FATE DSL reference, "DSL v1 / conf v1": {@code algorithm_parameters} become the common component parameters,
 * {@code role_parameters} with a value per party become role entries, flat {@code job_parameters} become the common ones,
 * and the tables in {@code args.data} become parameters of the readers.
 */
public final class LegacyConf {

    private static final String ALGORITHM = "algorithm_parameters";
    private static final String ROLES = "role_parameters";
    private static final String JOB = "job_parameters";

    private final Map<String, String> readers;
    private final Findings findings;
    private final ObjectNode converted = JsonNodeFactory.instance.objectNode();

    /**
     * A converter.
     *
     * @param readers key of a table to the name of its reader
     * @param findings takes what is wrong in the parts that change
     */
    public LegacyConf(Map<String, String> readers, Findings findings) {
        this.readers = readers;
        this.findings = findings;
    }

    /** The conf as version 2; the given one does not change. */
    public ObjectNode convert(ObjectNode conf) {
        converted.put("dsl_version", 2);
        conf.properties().forEach(e -> {
            if (!e.getKey().equals(ALGORITHM)
                    && !e.getKey().equals(ROLES)
                    && !e.getKey().equals("dsl_version")) {
                converted.set(e.getKey(), e.getValue().deepCopy());
            }
        });
        if (isObject(conf.path(JOB), Place.of(Document.CONF).at(JOB), JOB)) {
            converted.putObject(JOB).set("common", conf.get(JOB).deepCopy());
        } else {
            converted.remove(JOB);
        }
        ObjectNode parameters = converted.putObject("component_parameters");
        convertAlgorithm(conf.path(ALGORITHM), parameters.putObject("common"));
        convertRoles(conf, parameters.putObject("role"));
        return converted;
    }

    private void convertAlgorithm(JsonNode algorithm, ObjectNode common) {
        Place place = Place.of(Document.CONF).at(ALGORITHM);
        if (isObject(algorithm, place, ALGORITHM)) {
            algorithm.properties().forEach(e -> {
                if (isObject(e.getValue(), place.at(e.getKey()), e.getKey())) {
                    common.set(e.getKey(), e.getValue().deepCopy());
                }
            });
        }
    }

    private void convertRoles(ObjectNode conf, ObjectNode target) {
        Place place = Place.of(Document.CONF).at(ROLES);
        if (!isObject(conf.path(ROLES), place, ROLES)) {
            return;
        }
        for (Map.Entry<String, JsonNode> role : conf.get(ROLES).properties()) {
            int parties = conf.path("role").path(role.getKey()).size();
            Place rolePlace = place.at(role.getKey());
            if (parties > 0 && isObject(role.getValue(), rolePlace, role.getKey())) {
                new LegacyRole(parties, readers, findings)
                        .convert(role.getValue(), target.putObject(role.getKey()), rolePlace);
            }
        }
    }

    private boolean isObject(JsonNode node, Place place, String name) {
        return LegacyRole.isObject(node, place, name, findings);
    }
}
