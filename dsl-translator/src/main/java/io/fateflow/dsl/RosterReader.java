package io.fateflow.dsl;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.dsl.problem.Document;
import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.Place;
import io.fateflow.dsl.problem.ProblemKind;

/** Reads the conf's {@code role} and {@code initiator}. */
final class RosterReader {

    private final ModuleCatalog catalog;
    private final Findings findings;
    private boolean complete = true;

    RosterReader(ModuleCatalog catalog, Findings findings) {
        this.catalog = catalog;
        this.findings = findings;
    }

    /** The roster; empty if the parties could not all be read, which the findings then explain. */
    Optional<Roster> read(ObjectNode conf) {
        Map<String, List<Long>> partyIds = roles(conf.path("role"));
        Optional<Party> initiator = initiator(conf.path("initiator"));
        if (!complete) {
            return Optional.empty();
        }
        Roster roster = new Roster(partyIds, initiator);
        initiator.ifPresent(party -> checkTakesPart(party, roster));
        return Optional.of(roster);
    }

    private Map<String, List<Long>> roles(JsonNode roles) {
        Place place = Place.of(Document.CONF).at("role");
        if (roles.isMissingNode() || roles.isNull()) {
            fail(ProblemKind.ROLE_MISSING, Place.of(Document.CONF));
            return Map.of();
        }
        if (!roles.isObject()) {
            fail(ProblemKind.ROLE_NOT_AN_OBJECT, place);
            return Map.of();
        }
        Map<String, List<Long>> partyIds = new LinkedHashMap<>();
        roles.properties().forEach(e -> {
            if (!catalog.roles().contains(e.getKey())) {
                fail(ProblemKind.ROLE_UNKNOWN, place.at(e.getKey()), e.getKey(), String.join(", ", catalog.roles()));
            }
            partyIds.put(e.getKey(), ids(e.getKey(), e.getValue(), place.at(e.getKey())));
        });
        checkCount(partyIds.values().stream().mapToInt(List::size).sum(), place);
        return partyIds;
    }

    private void checkCount(int parties, Place place) {
        if (parties > Limits.PARTIES) {
            fail(ProblemKind.TOO_MANY_PARTIES, place, parties, Limits.PARTIES);
        } else if (parties == 0 && complete) {
            fail(ProblemKind.NO_PARTIES, place);
        }
    }

    private List<Long> ids(String role, JsonNode list, Place place) {
        if (!list.isArray()) {
            fail(ProblemKind.PARTIES_NOT_A_LIST, place, role);
            return List.of();
        }
        Set<Long> ids = new LinkedHashSet<>();
        for (int i = 0; i < list.size(); i++) {
            OptionalLong id = PartyIds.read(list.get(i));
            if (id.isEmpty()) {
                fail(ProblemKind.PARTY_ID_INVALID, place.at(i), shown(list.get(i)));
            } else if (!ids.add(id.getAsLong())) {
                fail(ProblemKind.PARTY_TWICE, place.at(i), id.getAsLong(), role);
            }
        }
        return List.copyOf(ids);
    }

    private Optional<Party> initiator(JsonNode initiator) {
        Place place = Place.of(Document.CONF).at("initiator");
        if (initiator.isMissingNode() || initiator.isNull()) {
            findings.add(ProblemKind.INITIATOR_MISSING, Place.of(Document.CONF));
            return Optional.empty();
        }
        if (!initiator.isObject()) {
            findings.add(ProblemKind.INITIATOR_NOT_AN_OBJECT, place);
            return Optional.empty();
        }
        Optional<String> role = initiatorRole(initiator, place);
        OptionalLong id = initiatorId(initiator, place);
        return role.isPresent() && id.isPresent()
                ? Optional.of(new Party(role.get(), id.getAsLong()))
                : Optional.empty();
    }

    private Optional<String> initiatorRole(JsonNode initiator, Place place) {
        if (!initiator.hasNonNull("role")) {
            findings.add(ProblemKind.INITIATOR_INCOMPLETE, place, "role");
            return Optional.empty();
        }
        if (!initiator.get("role").isTextual()) {
            findings.add(ProblemKind.INITIATOR_ROLE_INVALID, place.at("role"));
            return Optional.empty();
        }
        return Optional.of(initiator.get("role").textValue());
    }

    private OptionalLong initiatorId(JsonNode initiator, Place place) {
        if (!initiator.hasNonNull("party_id")) {
            findings.add(ProblemKind.INITIATOR_INCOMPLETE, place, "party_id");
            return OptionalLong.empty();
        }
        OptionalLong id = PartyIds.read(initiator.get("party_id"));
        if (id.isEmpty()) {
            findings.add(ProblemKind.PARTY_ID_INVALID, place.at("party_id"), shown(initiator.get("party_id")));
        }
        return id;
    }

    private void checkTakesPart(Party initiator, Roster roster) {
        if (!roster.of(initiator.role()).contains(initiator.partyId())) {
            findings.add(
                    ProblemKind.INITIATOR_NOT_A_PARTY,
                    Place.of(Document.CONF).at("initiator"),
                    initiator.role(),
                    initiator.partyId());
        }
    }

    private void fail(ProblemKind kind, Place place, Object... arguments) {
        complete = false;
        findings.add(kind, place, arguments);
    }

    private static String shown(JsonNode node) {
        return node.isContainerNode() ? node.getNodeType().name().toLowerCase(Locale.ROOT) : node.asText();
    }
}
