package io.fateflow.engine.consent;

import java.util.List;
import java.util.SortedSet;

/**
 * A table that a job reads at a party, and what it is read for.
 *
 * @param columns as far as this site knows them: of a bound file or database table none
 * @param rows 0 if they are not counted
 * @param modules of the components that get data of it at this party
 */
public record TableRead(String namespace, String name, List<String> columns, long rows, SortedSet<String> modules) {

    /** As people and policies name it. */
    public String fullName() {
        return namespace + '.' + name;
    }
}
