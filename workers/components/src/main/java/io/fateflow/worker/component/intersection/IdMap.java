package io.fateflow.worker.component.intersection;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.exchange.ExchangeException;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStream;

/**
 * With match ids, parties' rows have different ids, and a party may have several rows of one match id: the row ids of one
 * role become everybody's. It sends each of its common rows' ids with the place of the match id among the common ones, so
 * that the match id itself does not cross.
 *
 * @param owner the role whose row ids these are
 */
record IdMap(ComponentContext context, HashedIds ids, String owner) {

    private static final TableSchema SCHEMA = TableSchema.of("sid", List.of("place"), 1);

    /**
     * Sends the ids of this party's rows.
     *
     * @param inCommonOrder its common ids, by the places that both parties know
     */
    void send(Party to, int[] inCommonOrder) throws IOException, InterruptedException {
        int[] placeOfId = new int[ids.count()];
        BitSet common = new BitSet(placeOfId.length);
        for (int place = 0; place < inCommonOrder.length; place++) {
            placeOfId[inCommonOrder[place]] = place;
            common.set(inCommonOrder[place]);
        }
        context.exchange().send(Variables.idMap(owner), Variables.TAG, to, out -> {
            try (TableReader reader = context.tables().open(ids.table().name())) {
                RowIds rows = new RowIds(reader, ids.byRow(), common);
                TableStream.write(SCHEMA, rows.map((rowId, id) -> row(rowId, placeOfId[id])), out);
            }
        });
    }

    /**
     * Receives the ids that this party's rows get.
     *
     * @param inCommonOrder its common ids, by the places that both parties know
     * @return the row ids of each of them
     */
    Map<Integer, List<String>> receive(Party from, int[] inCommonOrder) throws IOException, InterruptedException {
        return context.exchange().receive(Variables.idMap(owner), Variables.TAG, from, in -> {
            Map<Integer, List<String>> byId = new HashMap<>();
            try {
                TableStream.read(in, row -> {
                    int place = Integer.parseInt(row.values().get(0));
                    byId.computeIfAbsent(inCommonOrder[place], none -> new ArrayList<>(1))
                            .add(row.id());
                });
            } catch (IllegalArgumentException | IndexOutOfBoundsException wrong) {
                throw new ExchangeException("malformed data from " + from + ": id_map_from_" + owner);
            }
            return byId;
        });
    }

    private static Row row(String rowId, int place) {
        return new Row(rowId, List.of(Integer.toString(place)));
    }
}
