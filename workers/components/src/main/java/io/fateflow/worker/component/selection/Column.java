package io.fateflow.worker.component.selection;

import io.fateflow.worker.exchange.Party;

/**
 * A column that a filter may take away.
 *
 * @param name anonymous at the guest if the column is a host's
 */
record Column(Party party, String name) {

    @Override
    public String toString() {
        return "column " + name + " of " + party;
    }
}
