package io.fateflow.worker.component.split;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.data.InstanceTable;
import io.fateflow.worker.exchange.Party;

/** Each party splits its own rows; nothing is sent. */
@AutoService(Component.class)
public final class HomoDataSplit implements Component {

    @Override
    public String module() {
        return "HomoDataSplit";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        SplitParameters.from(parameters);
    }

    @Override
    public void run(ComponentContext context) throws IOException {
        SplitParameters parameters = SplitParameters.from(context.parameters());
        InstanceTable data = InstanceTable.find(context.tables(), context.requireInput());
        Split split = Split.of(parameters, data, context.task().self());
        SplitOutputs.write(context, data, split.ids());
        report(parameters, data, split).writeTo(context.results());
    }

    static SplitReport report(SplitParameters parameters, InstanceTable data, Split split) {
        Map<Part, Integer> counts = new EnumMap<>(Part.class);
        split.ids().forEach((part, ids) -> counts.put(part, ids.size()));
        SplitReport report = new SplitReport(counts, parameters.stratified());
        return parameters.stratified()
                ? report.withLabels(
                        split.strata(), parameters.splitPoints(), data.schema().integerLabel())
                : report;
    }
}
