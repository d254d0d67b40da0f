package io.fateflow.worker.component.selection;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.columns.Columns;
import io.fateflow.worker.component.columns.ProtobufJson;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.exchange.Party;

/**
 * FATE's HeteroFeatureSelection, at guest and host: columns pass one filter after the other. Filters by information value
 * and by correlation are the guest's, which knows a host's columns by anonymous names; the others each party has for
 * itself. With a model as input it leaves the columns that the model left.
 */
@AutoService(Component.class)
public final class HeteroFeatureSelection implements Component {

    @Override
    public String module() {
        return Selected.MODULE;
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        SelectionParameters.read(parameters, parties.of("host").size());
    }

    @Override
    public void run(ComponentContext context) throws IOException, InterruptedException {
        SelectionParameters parameters = SelectionParameters.read(
                context.parameters(), context.parties().of("host").size());
        DataSet data = Columns.input(context);
        Optional<Model> given = context.model();
        Model model = given.isPresent() ? given.get() : fit(parameters, data, context);
        DataSet left = select(model, data, context.task().self());
        context.output(0, left.save(context.tables(), context.newOutputTable()));
        context.output(model);
    }

    private static Model fit(SelectionParameters parameters, DataSet data, ComponentContext context)
            throws IOException, InterruptedException {
        Party self = context.task().self();
        if (data.size() == 0 || data.header().isEmpty()) {
            throw new IOException("there is nothing to select at " + self + ": the data has " + data.size()
                    + " rows and " + data.header().size() + " columns");
        }
        Selected selected =
                switch (self.role()) {
                    case "guest" -> new GuestSelection(parameters, data, context).run();
                    case "host" -> new HostSelection(parameters, data, context).run();
                    default -> throw new IOException("HeteroFeatureSelection runs at guest and host, not at " + self);
                };
        selected.addSummary(context.results());
        return selected.toModel();
    }

    private static DataSet select(Model model, DataSet data, Party self) throws IOException {
        if (!model.paramName().equals(Selected.PARAM)) {
            throw new IOException("HeteroFeatureSelection at " + self + " got a model of " + model.module()
                    + ": give it its own under model, and others under isometric_model");
        }
        Set<String> left = new HashSet<>();
        model.param().path("finalLeftCols").path("leftCols").fieldNames().forEachRemaining(left::add);
        List<String> order = ProtobufJson.texts(model.param().path("header"));
        order.removeIf(name -> !left.contains(name));
        for (String name : order) {
            if (!data.header().contains(name)) {
                throw new IOException("the data of " + self + " has no column " + name + ", which the model selects");
            }
        }
        return data.select(order.stream().mapToInt(data.header()::indexOf).toArray());
    }
}
