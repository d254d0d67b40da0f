package io.fateflow.worker.component.intersection;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
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
 * What becomes of rows that were matched by match ids: all parties have them under the row ids of one role. With a left join
 * that role keeps its other rows, too, and the others get rows of these ids without values.
 */
record MatchedRows(ComponentContext context, IntersectionParameters parameters, HashedIds ids) {

    private static final TableSchema JOINED = TableSchema.of("sid", List.of(), 1);

    /**
     * Writes this party's rows.
     *
     * @param inCommonOrder this party's common ids in the order that it and another one know, by those that it may tell
     */
    void write(Map<Party, int[]> inCommonOrder, BitSet common) throws IOException, InterruptedException {
        IntersectionOutput output = new IntersectionOutput(context, parameters, ids);
        IntersectionReport report = new IntersectionReport(context, parameters, ids);
        IdMap idMap = new IdMap(context, ids, parameters.idOwner());
        if (parameters.idOwner().equals(context.task().self().role())) {
            for (Map.Entry<Party, int[]> other : inCommonOrder.entrySet()) {
                idMap.send(other.getKey(), other.getValue());
                if (parameters.leftJoin()) {
                    tellOthers(other.getKey(), common);
                }
            }
            report.write(common);
            context.output(0, output.rowsOf(parameters.leftJoin() ? all() : common));
        } else {
            Map.Entry<Party, int[]> owner = inCommonOrder.entrySet().iterator().next();
            Map<Integer, List<String>> rowIds = idMap.receive(owner.getKey(), owner.getValue());
            report.write(
                    common.cardinality(),
                    rowIds.values().stream().mapToInt(List::size).sum());
            List<String> without = parameters.leftJoin() ? others(owner.getKey()) : List.of();
            context.output(0, output.rowsUnder(rowIds, without));
        }
    }

    private void tellOthers(Party to, BitSet common) throws IOException, InterruptedException {
        BitSet others = all();
        others.andNot(common);
        context.exchange().send(Variables.joinIds(parameters.idOwner()), Variables.TAG, to, out -> {
            try (TableReader reader = context.tables().open(ids.table().name())) {
                RowIds rows = new RowIds(reader, ids.byRow(), others);
                TableStream.write(JOINED, rows.map((rowId, id) -> new Row(rowId, List.of())), out);
            }
        });
    }

    private List<String> others(Party from) throws IOException, InterruptedException {
        return context.exchange().receive(Variables.joinIds(parameters.idOwner()), Variables.TAG, from, in -> {
            List<String> others = new ArrayList<>();
            try {
                TableStream.read(in, row -> others.add(row.id()));
            } catch (IllegalArgumentException wrong) {
                throw new ExchangeException("malformed data from " + from + ": join_id_from_" + parameters.idOwner());
            }
            return others;
        });
    }

    private BitSet all() {
        BitSet all = new BitSet(ids.count());
        all.set(0, ids.count());
        return all;
    }
}
