package io.fateflow.worker.component.binning;

import java.io.IOException;
import java.util.Optional;

import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.columns.Columns;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.exchange.Party;

/**
 * FATE's HeteroFeatureBinning, at guest and host: cuts columns into bins (by quantiles, by width, as the user says, or so
 * that they tell the most), computes weight of evidence and information value of every bin at the guest, and replaces
 * values by their bins. Of a host's columns the guest gets to know counts under anonymous names; the labels are
 * encrypted wherever a host has them. With a model as input it only transforms.
 */
@AutoService(Component.class)
public final class HeteroFeatureBinning implements Component {

    @Override
    public String module() {
        return BinningModel.MODULE;
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        BinningParameters.read(parameters, self);
    }

    @Override
    public void run(ComponentContext context) throws IOException, InterruptedException {
        Party self = context.task().self();
        BinningParameters parameters = BinningParameters.read(context.parameters(), self);
        DataSet data = Columns.input(context);
        Optional<Model> given = context.model();
        Model model = given.isPresent() ? given.get() : fit(parameters, data, context);
        DataSet transformed = new BinTransform(model, self).apply(data);
        context.output(0, transformed.save(context.tables(), context.newOutputTable()));
        context.output(model);
    }

    private static Model fit(BinningParameters parameters, DataSet data, ComponentContext context)
            throws IOException, InterruptedException {
        FittedBinning fitted =
                switch (context.task().self().role()) {
                    case "guest" -> new GuestBinning(parameters, data, context).fit();
                    case "host" -> new HostBinning(parameters, data, context).fit();
                    default ->
                        throw new IOException("HeteroFeatureBinning runs at guest and host, not at "
                                + context.task().self());
                };
        new BinningSummary(fitted).addTo(context.results());
        return new BinningModel(fitted).toModel();
    }
}
