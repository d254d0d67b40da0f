package io.fateflow.worker.component.stability;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.columns.ProtobufJson;
import io.fateflow.worker.data.InstanceTable;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.summary.ColumnSummary;
import io.fateflow.worker.summary.NumberRows;
import io.fateflow.worker.table.InstanceSchema;

/**
 * FATE's PSI, at each party for itself: cuts the columns of {@code train_data} into bins of about the same number of
 * values, and tells how much otherwise the values of {@code validate_data} are distributed over them. Streams.
 */
@AutoService(Component.class)
public final class Psi implements Component {

    @Override
    public String module() {
        return "PSI";
    }

    private record Given(int bins) {

        static Given read(Parameters parameters) {
            Given given = new Given(parameters.integer("max_bin_num", 20, 2, 10_000));
            // what FATE has in place of a missing value: ours is always NaN; and of its approximate quantiles
            parameters.any("dense_missing_val");
            parameters.decimal("binning_error", 1e-4, 0, 1);
            parameters.refuseOthers();
            return given;
        }
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        Given.read(parameters);
    }

    @Override
    public void run(ComponentContext context) throws IOException {
        Given given = Given.read(context.parameters());
        InstanceTable expected = table(context, "train_data");
        InstanceTable actual = table(context, "validate_data");
        Party self = context.task().self();
        if (!new TreeSet<>(expected.header()).equals(new TreeSet<>(actual.header()))) {
            throw new IOException(self + ": train_data and validate_data must have the same columns for PSI, they are "
                    + expected.header() + " and " + actual.header());
        }
        int[] places = Stream.iterate(0, place -> place + 1)
                .limit(expected.header().size())
                .mapToInt(Integer::intValue)
                .toArray();
        int[] same =
                expected.header().stream().mapToInt(actual.header()::indexOf).toArray();
        NumberRows first = numbers(expected, places);
        requireValues(expected.header(), first, self);
        List<Shift> shifts =
                Shift.of(expected.header(), given.bins(), expected.numbers(places), first, numbers(actual, same));
        Map<String, Double> totals = new LinkedHashMap<>();
        shifts.forEach(shift -> totals.put(shift.column(), shift.total()));
        ObjectNode scores = JsonNodeFactory.instance.objectNode();
        totals.forEach(scores::put);
        context.results().summary("psi_scores", scores);
        context.output(model(given, shifts, scores));
    }

    private static InstanceTable table(ComponentContext context, String key) throws IOException {
        InstanceTable table = InstanceTable.find(
                context.tables(),
                context.input(key)
                        .orElseThrow(() -> new IOException(context.task().self() + ": PSI compares train_data with"
                                + " validate_data, and there is no " + key + ": name both in the DSL")));
        if (table.count() == 0) {
            throw new IOException(context.task().self() + ": " + key + " of PSI has no rows");
        }
        return table;
    }

    /** In sparse data, what is not there is missing. */
    private static NumberRows numbers(InstanceTable table, int... places) {
        InstanceSchema schema = table.schema();
        return schema.sparse() ? SparseRows.of(table, places) : table.numbers(places);
    }

    private static void requireValues(List<String> header, NumberRows rows, Party self) throws IOException {
        List<ColumnSummary> summaries = ColumnSummary.of(rows);
        for (int column = 0; column < header.size(); column++) {
            if (summaries.get(column).count() == 0) {
                throw new IOException(self + ": column " + header.get(column)
                        + " of train_data has no value, so PSI has no bins for it");
            }
        }
    }

    private static Model model(Given given, List<Shift> shifts, ObjectNode scores) {
        ObjectNode param = JsonNodeFactory.instance.objectNode();
        param.set("totalScore", scores);
        ArrayNode features = param.putArray("featurePsi");
        for (Shift shift : shifts) {
            ObjectNode feature = features.addObject().put("featureName", shift.column());
            feature.set("psi", ProtobufJson.doubles(shift.psi()));
            feature.set("interval", ProtobufJson.texts(shift.intervals()));
            feature.set("expectPerc", ProtobufJson.doubles(shift.expectedShares()));
            feature.set("actualPerc", ProtobufJson.doubles(shift.actualShares()));
        }
        param.put("modelName", "psi");
        ObjectNode meta = JsonNodeFactory.instance.objectNode().put("maxBinNum", given.bins());
        return new Model("PSI", "PSIMeta", meta, "PSIParam", param);
    }
}
