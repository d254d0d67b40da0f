package io.fateflow.dsl;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.problem.Document;
import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.Place;
import io.fateflow.dsl.problem.ProblemKind;

/**
 * A part of the conf with a {@code common} object and role entries: {@code job_parameters}, {@code component_parameters}
 * or {@code provider}.
 *
 * <p>FATE DSL reference, "Runtime conf v2": a role entry matches a party if its key is {@code all} or, split at
 * {@code |}, contains the party's index in its role; matching entries apply in JSON order; other keys are ignored.
 */
final class ConfSection {

    private static final String EVERYONE = "all";

    private final Place place;
    private final Findings findings;
    private final List<Layer> common = new ArrayList<>();
    private final List<RoleEntry> roleEntries = new ArrayList<>();

    /**
     * An object with parameters.
     *
     * @param place where it is
     * @param values the parameters
     */
    record Layer(Place place, ObjectNode values) {}

    private record RoleEntry(String role, List<String> indexes, Layer layer) {

        boolean matches(String partyRole, int position) {
            return role.equals(partyRole)
                    && (indexes.contains(EVERYONE) || indexes.contains(Integer.toString(position)));
        }
    }

    private ConfSection(Place place, Findings findings) {
        this.place = place;
        this.findings = findings;
    }

    static ConfSection read(ObjectNode conf, String name, Roster roster, Findings findings) {
        ConfSection section = new ConfSection(Place.of(Document.CONF).at(name), findings);
        JsonNode node = conf.path(name);
        if (section.isObject(node, section.place, name)) {
            section.readCommon(node.path("common"));
            section.readRoles(node.path("role"), roster);
        }
        return section;
    }

    /** What applies to a party, in the order in which it applies. */
    List<Layer> layersFor(Party party, int position) {
        List<Layer> layers = new ArrayList<>(common);
        layers.addAll(ownLayersOf(party, position));
        return layers;
    }

    /** As {@link #layersFor}, without what applies to everybody. */
    List<Layer> ownLayersOf(Party party, int position) {
        List<Layer> layers = new ArrayList<>();
        for (RoleEntry entry : roleEntries) {
            if (entry.matches(party.role(), position)) {
                layers.add(entry.layer());
            }
        }
        return layers;
    }

    /** Everything that applies to any party, in the order of the conf. */
    List<Layer> layers() {
        List<Layer> layers = new ArrayList<>(common);
        roleEntries.forEach(entry -> layers.add(entry.layer()));
        return layers;
    }

    private void readCommon(JsonNode node) {
        if (isObject(node, place.at("common"), "common")) {
            common.add(new Layer(place.at("common"), (ObjectNode) node));
        }
    }

    private void readRoles(JsonNode roles, Roster roster) {
        if (!isObject(roles, place.at("role"), "role")) {
            return;
        }
        for (Map.Entry<String, JsonNode> role : roles.properties()) {
            Place rolePlace = place.at("role").at(role.getKey());
            if (roster.has(role.getKey()) && isObject(role.getValue(), rolePlace, role.getKey())) {
                readEntries(
                        role.getKey(),
                        role.getValue(),
                        rolePlace,
                        roster.of(role.getKey()).size());
            }
        }
    }

    private void readEntries(String role, JsonNode entries, Place rolePlace, int parties) {
        for (Map.Entry<String, JsonNode> entry : entries.properties()) {
            List<String> indexes =
                    entry.getKey().equals(EVERYONE) ? List.of(EVERYONE) : matching(entry.getKey(), parties);
            Place entryPlace = rolePlace.at(entry.getKey());
            if (!indexes.isEmpty() && isObject(entry.getValue(), entryPlace, entry.getKey())) {
                roleEntries.add(new RoleEntry(role, indexes, new Layer(entryPlace, (ObjectNode) entry.getValue())));
            }
        }
    }

    private static List<String> matching(String key, int parties) {
        Set<String> positions =
                IntStream.range(0, parties).mapToObj(Integer::toString).collect(Collectors.toSet());
        return Arrays.stream(key.split("\\|", -1)).filter(positions::contains).toList();
    }

    private boolean isObject(JsonNode node, Place where, String name) {
        if (node.isObject() || node.isMissingNode()) {
            return node.isObject();
        }
        findings.add(ProblemKind.SECTION_NOT_AN_OBJECT, where, name);
        return false;
    }
}
