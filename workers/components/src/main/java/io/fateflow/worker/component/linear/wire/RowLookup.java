package io.fateflow.worker.component.linear.wire;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.exchange.Payload;

/** Finds a party's own rows of the ids that the guest sends. */
public record RowLookup(Map<String, Integer> places, Party self) {

    public static RowLookup of(LinearData data, Party self) {
        return new RowLookup(data.places(), self);
    }

    /** The ids of some rows, to be found elsewhere. */
    public static Payload payload(LinearData data, int[] rows) {
        return Wire.ids(rows.length, i -> data.id(rows[i]));
    }

    /**
     * Receives ids and gives the rows that have them, in the order of the ids.
     *
     * @throws IOException if some are not here
     */
    public int[] rowsOf(LinearVariables transfer, String variable, Party guest, Object... suffix)
            throws IOException, InterruptedException {
        List<String> ids = transfer.receive(variable, guest, Wire::readIds, suffix);
        int[] rows = ids.stream()
                .mapToInt(id -> places.getOrDefault(id, -1))
                .filter(row -> row >= 0)
                .toArray();
        if (rows.length < ids.size()) {
            throw new IOException(self + " has not " + (ids.size() - rows.length) + " of the " + ids.size()
                    + " rows that " + guest + " names: put an Intersection before, for all inputs");
        }
        return rows;
    }
}
