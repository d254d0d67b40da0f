package io.fateflow.dsl.legacy;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.Place;
import io.fateflow.dsl.problem.ProblemKind;

/** Version 1's parameters of one role: each leaf is a list with a value per party. */
final class LegacyRole {

    private static final String ARGS = "args";

    private final int parties;
    private final Map<String, String> readers;
    private final Findings findings;

    LegacyRole(int parties, Map<String, String> readers, Findings findings) {
        this.parties = parties;
        this.readers = readers;
        this.findings = findings;
    }

    void convert(JsonNode components, ObjectNode target, Place place) {
        for (Map.Entry<String, JsonNode> component : components.properties()) {
            Place componentPlace = place.at(component.getKey());
            if (!isObject(component.getValue(), componentPlace, component.getKey(), findings)) {
                continue;
            }
            if (component.getKey().equals(ARGS)) {
                convertTables(component.getValue().path("data"), target, componentPlace.at("data"));
            } else {
                split(component.getValue(), component.getKey(), target, componentPlace);
            }
        }
    }

    private void convertTables(JsonNode tables, ObjectNode target, Place place) {
        if (!isObject(tables, place, "data", findings)) {
            return;
        }
        readers.forEach((key, reader) -> {
            JsonNode list = tables.path(key);
            if (!list.isMissingNode() && isOnePerParty(list, key, place.at(key))) {
                for (int party = 0; party < parties; party++) {
                    entry(target, party)
                            .withObject("/" + reader)
                            .set("table", list.get(party).deepCopy());
                }
            }
        });
    }

    /** Gives each party its share of {@code values} under {@code name}. */
    private void split(JsonNode values, String name, ObjectNode target, Place place) {
        for (int party = 0; party < parties; party++) {
            ObjectNode own = entry(target, party).putObject(name);
            Findings reportOnce = party == 0 ? findings : new Findings();
            new Share(party, reportOnce).copy(values, own, place);
        }
    }

    private static ObjectNode entry(ObjectNode target, int party) {
        return target.withObject("/" + party);
    }

    private boolean isOnePerParty(JsonNode list, String name, Place place) {
        return isOnePerParty(list, name, place, findings);
    }

    private boolean isOnePerParty(JsonNode list, String name, Place place, Findings reports) {
        if (!list.isArray()) {
            reports.add(ProblemKind.LEGACY_VALUE_NOT_A_LIST, place, name);
            return false;
        }
        if (list.size() != parties) {
            reports.add(ProblemKind.LEGACY_LIST_LENGTH, place, name, list.size(), parties);
            return false;
        }
        return true;
    }

    static boolean isObject(JsonNode node, Place place, String name, Findings findings) {
        if (node.isObject() || node.isMissingNode()) {
            return node.isObject();
        }
        findings.add(ProblemKind.SECTION_NOT_AN_OBJECT, place, name);
        return false;
    }

    /** One party's share of nested parameters. */
    private final class Share {

        private final int party;
        private final Findings reports;

        Share(int party, Findings reports) {
            this.party = party;
            this.reports = reports;
        }

        void copy(JsonNode values, ObjectNode own, Place place) {
            for (Map.Entry<String, JsonNode> value : values.properties()) {
                String key = value.getKey();
                if (value.getValue().isObject()) {
                    copy(value.getValue(), own.putObject(key), place.at(key));
                } else if (isOnePerParty(value.getValue(), key, place.at(key), reports)) {
                    own.set(key, value.getValue().get(party).deepCopy());
                }
            }
        }
    }
}
