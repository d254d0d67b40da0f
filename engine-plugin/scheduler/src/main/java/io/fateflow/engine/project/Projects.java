package io.fateflow.engine.project;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The projects of a site: labels of its jobs, tables and queues.
 *
 * @param names of all of them; none where a site has no projects
 * @param queues which queue is of which project; others are for all
 * @param partners by party id, of which project the jobs of other sites are here; those of others are of none
 */
public record Projects(Set<String> names, Map<String, String> queues, Map<Long, String> partners) {

    public static final Projects NONE = new Projects(Set.of(), Map.of(), Map.of());

    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?");

    public Projects {
        names = Set.copyOf(names);
        queues = Map.copyOf(queues);
        partners = Map.copyOf(partners);
    }

    /** Whether a project can be called so: it is part of the names of groups, and of a column. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** Whether there are any. */
    public boolean areUsed() {
        return !names.isEmpty();
    }

    /** Of which project a job of another site is here; empty if of none. */
    public String ofPartner(long partyId) {
        return partners.getOrDefault(partyId, "");
    }

    /** Whose a queue is; empty if everybody's. */
    public Optional<String> ofQueue(String queue) {
        return Optional.ofNullable(queues.get(queue));
    }
}
