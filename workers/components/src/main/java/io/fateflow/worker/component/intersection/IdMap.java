package io.fateflow.worker.component.intersection;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.exchange.ExchangeException;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStream;

/**
 * With match ids, parties' rows have different ids, and the guest may have several rows of one match id: its row ids
 * become everybody's. It sends each of its common rows' ids with the place of the match id among the common ones, so that
 * the match id itself does not cross.
 */
record IdMap(ComponentContext context, HashedIds ids) {

    private static final TableSchema SCHEMA = TableSchema.of("sid", List.of("place"), 1);

    /** Sends the ids of the guest's rows to a host. */
    void send(Matches matches, BitSet common) throws IOException, InterruptedException {
        int[] records = matches.recordsOf(common);
        int[] placeOfRecord = new int[matches.hostRecords().size()];
        IntStream.range(0, records.length).forEach(place -> placeOfRecord[records[place]] = place);
        context.exchange().send(Variables.ID_MAP, Variables.TAG, matches.host(), out -> {
            try (TableReader reader = context.tables().open(ids.table().name())) {
                RowIds rows = new RowIds(reader, ids.byRow(), common);
                TableStream.write(SCHEMA, rows.map((rowId, id) -> row(rowId, placeOfRecord[matches.byId()[id]])), out);
            }
        });
    }

    /**
     * Receives the ids that a host's rows get.
     *
     * @param inGuestsOrder the host's common ids, by the places that the guest sends
     * @return the row ids of each of the host's ids
     */
    Map<Integer, List<String>> receive(Party guest, int[] inGuestsOrder) throws IOException, InterruptedException {
        return context.exchange().receive(Variables.ID_MAP, Variables.TAG, guest, in -> {
            Map<Integer, List<String>> byId = new HashMap<>();
            try {
                TableStream.read(in, row -> {
                    int place = Integer.parseInt(row.values().get(0));
                    byId.computeIfAbsent(inGuestsOrder[place], none -> new ArrayList<>(1))
                            .add(row.id());
                });
            } catch (IllegalArgumentException | IndexOutOfBoundsException wrong) {
                throw new ExchangeException("malformed data from " + guest + ": id_map_from_guest");
            }
            return byId;
        });
    }

    private static Row row(String rowId, int place) {
        return new Row(rowId, List.of(Integer.toString(place)));
    }
}
