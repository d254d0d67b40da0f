package io.fateflow.dsl;

import java.util.Comparator;

/**
 * One participant of a job: a site in one of its roles, such as {@code host 10000}.
 *
 * @param role FATE's role name: {@code guest}, {@code host}, {@code arbiter} or {@code local}
 * @param partyId the site's number
 */
public record Party(String role, long partyId) implements Comparable<Party> {

    private static final Comparator<Party> GLOBAL_ORDER =
            Comparator.comparingLong(Party::partyId).thenComparing(Party::role);

    /**
     * A party as texts name it.
     *
     * @throws NumberFormatException if the id is not a number
     */
    public static Party of(String role, String partyId) {
        return new Party(role, Long.parseLong(partyId));
    }

    /** The id as texts have it: in rows, paths and documents. */
    public String idText() {
        return Long.toString(partyId);
    }

    /** The one order in which resources are taken at several parties: party id, then role. */
    @Override
    public int compareTo(Party other) {
        return GLOBAL_ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return role + " " + partyId;
    }
}
