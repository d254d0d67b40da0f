package io.fateflow.webapp.model.convert;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

/** Which party stands in the place of which, in the places where FATE's models have the ids of parties. */
public final class OtherParties {

    private final Map<String, Map<String, String>> ids;

    private OtherParties(Map<String, Map<String, String>> ids) {
        this.ids = ids;
    }

    /**
     * Of the parties of each role, in their order.
     *
     * @throws IllegalArgumentException if there are not as many of each role
     */
    public static OtherParties of(JsonNode before, JsonNode after) {
        Map<String, Map<String, String>> ids = new HashMap<>();
        for (Map.Entry<String, JsonNode> role : before.properties()) {
            JsonNode others = after.path(role.getKey());
            if (!role.getValue().isArray()
                    || !others.isArray()
                    || others.size() != role.getValue().size()
                    || after.size() != before.size()) {
                throw new IllegalArgumentException(
                        "The structure of roles data of local configuration is different from"
                                + " model runtime configuration's. Migration aborting.");
            }
            Map<String, String> ofRole = new HashMap<>();
            for (int place = 0; place < others.size(); place++) {
                ofRole.put(
                        role.getValue().path(place).asText(), others.path(place).asText());
            }
            ids.put(role.getKey(), ofRole);
        }
        return new OtherParties(ids);
    }

    /** Whether nobody is another one. */
    public boolean areTheSame() {
        return ids.values().stream()
                .flatMap(ofRole -> ofRole.entrySet().stream())
                .allMatch(id -> id.getKey().equals(id.getValue()));
    }

    /** The party in another one's place; the same one, if nothing is said. */
    public String id(String role, String partyId) {
        return ids.getOrDefault(role, Map.of()).getOrDefault(partyId, partyId);
    }

    /** {@code host_10000_x0}; other names stay. */
    String column(String name) {
        String[] parts = name.split("_", 3);
        return parts.length == 3 ? parts[0] + "_" + id(parts[0], parts[1]) + "_" + parts[2] : name;
    }

    /** {@code guest:9999}; other texts stay. */
    String site(String text) {
        String[] parts = text.split(":", -1);
        return parts.length == 2 ? parts[0] + ":" + id(parts[0], parts[1]) : text;
    }

    /** {@code (guest,9999)}, which FATE writes with a space afterwards; other texts stay. */
    String pair(String text) {
        String[] parts = text.replaceAll("[()\\s]", "").split(",", -1);
        return parts.length == 2 ? "(" + parts[0] + ", " + id(parts[0], parts[1]) + ")" : text;
    }

    /** {@code mix_10000} of a plan of trees: the host that grows one, or -1. */
    String plan(String text) {
        List<String> parts = List.of(text.split("_", -1));
        String last = parts.get(parts.size() - 1);
        return text.substring(0, text.length() - last.length()) + id("host", last);
    }
}
