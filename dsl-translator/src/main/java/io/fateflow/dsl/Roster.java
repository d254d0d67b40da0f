package io.fateflow.dsl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who takes part.
 *
 * @param partyIds role to party ids, in the order of the conf
 * @param initiator the party that schedules the job; empty if the conf does not say it right
 */
record Roster(Map<String, List<Long>> partyIds, Optional<Party> initiator) {

    /** All parties: role by role, then in list order. FATE calls them in this order. */
    List<Party> parties() {
        List<Party> parties = new ArrayList<>();
        partyIds.forEach((role, ids) -> ids.forEach(id -> parties.add(new Party(role, id))));
        return parties;
    }

    /** Each party with its position in its role's list, in the order of {@link #parties}. */
    Map<Party, Integer> positions() {
        Map<Party, Integer> positions = new LinkedHashMap<>();
        partyIds.forEach((role, ids) -> {
            for (int i = 0; i < ids.size(); i++) {
                positions.put(new Party(role, ids.get(i)), i);
            }
        });
        return positions;
    }

    List<Long> of(String role) {
        return partyIds.getOrDefault(role, List.of());
    }

    boolean has(String role) {
        return partyIds.containsKey(role);
    }
}
