package io.fateflow.worker.component.boosting.hetero;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import io.fateflow.worker.component.boosting.data.ColumnTable;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.component.linear.wire.Wire;
import io.fateflow.worker.exchange.Party;

/** Rows in the same order at all parties: the guest names them once, then a row is known by its place. */
final class SharedRows {

    private SharedRows() {}

    /** The guest's: names its rows. */
    static void tell(Setup setup, LinearVariables transfer, String variable, ColumnTable data, Object... suffix)
            throws IOException, InterruptedException {
        List<String> ids = data.ids();
        for (Party host : setup.hosts()) {
            transfer.send(variable, host, Wire.ids(ids.size(), ids::get), suffix);
        }
    }

    /**
     * A host's: the places of its own rows, in the guest's order.
     *
     * @throws IOException if some are not here
     */
    static int[] find(Setup setup, LinearVariables transfer, String variable, ColumnTable own, Object... suffix)
            throws IOException, InterruptedException {
        Party guest = setup.side().guest();
        List<String> ids = transfer.receive(variable, guest, Wire::readIds, suffix);
        Map<String, Integer> places = own.places();
        int[] rows = ids.stream()
                .mapToInt(id -> places.getOrDefault(id, -1))
                .filter(row -> row >= 0)
                .toArray();
        if (rows.length < ids.size()) {
            throw new IOException(setup.side().self() + " has not " + (ids.size() - rows.length) + " of the "
                    + ids.size() + " rows of " + guest + ": put an Intersection before, for all inputs");
        }
        return rows;
    }
}
