package io.fateflow.worker.component.binning;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.columns.Columns;
import io.fateflow.worker.component.columns.ProtobufJson;
import io.fateflow.worker.component.homo.SumClient;
import io.fateflow.worker.component.homo.SumServer;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.exchange.Party;

/**
 * FATE's HomoFeatureBinning: guest and hosts, which have the same columns, agree on bins that are quantiles of all their
 * values. With a model as input each transforms its data.
 *
 * <p>What is revealed by design. The arbiter: each party's least and greatest value of each column. All: those of all
 * parties together, how many rows and missing values there are in all, and the ranks of the points that are asked for.
 */
@AutoService(Component.class)
public final class HomoFeatureBinning implements Component {

    private static final String NAMESPACE = "fit";

    @Override
    public String module() {
        return "HomoFeatureBinning";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        HomoBinningParameters.read(parameters);
    }

    @Override
    public void run(ComponentContext context) throws IOException, InterruptedException {
        HomoBinningParameters parameters = HomoBinningParameters.read(context.parameters());
        Party self = context.task().self();
        if (self.role().equals("arbiter")) {
            serve(context, parameters);
            return;
        }
        DataSet data = Columns.input(context);
        Optional<Model> given = context.model();
        LinearVariables transfer = new LinearVariables(context.exchange(), HomoRanks.VARIABLES, NAMESPACE);
        Party server = arbiter(context.parties());
        transfer.sendJson("transform_only", server, JsonNodeFactory.instance.booleanNode(given.isPresent()));
        Model model = given.isPresent() ? given.get() : fit(parameters, data, context, transfer, server);
        context.output(0, new BinTransform(model, self).apply(data).save(context.tables(), context.newOutputTable()));
        context.output(model);
    }

    private static Model fit(
            HomoBinningParameters parameters,
            DataSet data,
            ComponentContext context,
            LinearVariables transfer,
            Party server)
            throws IOException, InterruptedException {
        Party self = context.task().self();
        List<Integer> places = List.copyOf(new TreeSet<>(parameters.bins().in(data.header(), self)));
        if (data.size() == 0 || places.isEmpty()) {
            throw new IOException("there is nothing to bin at " + self + ": the data has " + data.size() + " rows, and "
                    + places.size() + " columns are to be binned");
        }
        List<String> names = places.stream().map(data.header()::get).toList();
        SumClient sums = SumClient.join(context.exchange(), NAMESPACE, server);
        List<double[]> columns = new ArrayList<>();
        for (int place : places) {
            columns.add(values(data, place, self));
        }
        HomoRanks ranks = new HomoRanks(sums, names, columns);
        ranks.begin(transfer, server, data.size());
        List<SplitPoints> splits = parameters.recursive()
                ? new RecursiveQuery(parameters, ranks, places.size())
                        .splits(transfer, server, self.role().equals("guest"))
                : new VirtualSummary(parameters, ranks, places.size()).splits();
        summary(context, names, splits);
        return new HomoBinningModel(parameters, data, places, splits).toModel(context);
    }

    private static double[] values(DataSet data, int place, Party self) throws IOException {
        double[] values = Columns.values(data, place);
        if (Arrays.stream(values).anyMatch(Double::isInfinite)) {
            throw new IOException("column " + data.header().get(place) + " of " + self + " has an infinite value");
        }
        return values;
    }

    private static void serve(ComponentContext context, HomoBinningParameters parameters)
            throws IOException, InterruptedException {
        LinearVariables transfer = new LinearVariables(context.exchange(), HomoRanks.VARIABLES, NAMESPACE);
        List<Party> clients = new ArrayList<>(context.parties().of("guest"));
        clients.addAll(context.parties().of("host"));
        boolean transforms = false;
        for (Party client : clients) {
            transforms |= transfer.receiveJson("transform_only", client).asBoolean();
        }
        if (transforms) {
            return;
        }
        SumServer sums = SumServer.serve(context.exchange(), NAMESPACE, clients);
        sums.sum("total_count");
        range(transfer, clients);
        sums.sum("missing_count");
        if (!parameters.recursive()) {
            sums.sum("rank");
            return;
        }
        sums.sum("rank.-1");
        for (int round = 0; round < parameters.rounds(); round++) {
            if (transfer.receiveJson(RecursiveQuery.IS_CONVERGE, clients.get(0), round)
                    .asBoolean()) {
                return;
            }
            sums.sum("rank." + round);
        }
    }

    private static void range(LinearVariables transfer, List<Party> clients) throws IOException, InterruptedException {
        double[] least = {};
        double[] greatest = {};
        JsonNode columns = null;
        for (Party client : clients) {
            JsonNode own = transfer.receiveJson(HomoRanks.OWN_RANGE, client, "min-max");
            double[] min = ProtobufJson.doubles(own.path("min"));
            double[] max = ProtobufJson.doubles(own.path("max"));
            if (columns != null && !columns.equals(own.path("columns"))) {
                throw new IOException(client + " has other columns to bin than " + clients.get(0)
                        + ": all parties need the same columns in the same order");
            }
            columns = own.path("columns");
            double[] leastSoFar = least;
            double[] greatestSoFar = greatest;
            if (leastSoFar.length > 0) {
                Arrays.setAll(min, i -> Math.min(min[i], leastSoFar[i]));
                Arrays.setAll(max, i -> Math.max(max[i], greatestSoFar[i]));
            }
            least = min;
            greatest = max;
        }
        ObjectNode range = JsonNodeFactory.instance.objectNode();
        range.set("min", ProtobufJson.doubles(least));
        range.set("max", ProtobufJson.doubles(greatest));
        for (Party client : clients) {
            transfer.sendJson(HomoRanks.RANGE, client, range, "min-max");
        }
    }

    private static void summary(ComponentContext context, List<String> names, List<SplitPoints> splits) {
        ObjectNode points = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < names.size(); i++) {
            points.set(names.get(i), ProtobufJson.doubles(splits.get(i).toArray()));
        }
        context.results().summary("split_points", points);
    }

    private static Party arbiter(Parties parties) throws IOException {
        return parties.of("arbiter").stream()
                .findFirst()
                .orElseThrow(() -> new IOException("HomoFeatureBinning needs an arbiter, the job has none"));
    }
}
