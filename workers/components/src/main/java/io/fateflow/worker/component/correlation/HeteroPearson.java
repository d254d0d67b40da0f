package io.fateflow.worker.component.correlation;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Metric;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.columns.ColumnChoice;
import io.fateflow.worker.component.columns.Columns;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.Party;

/**
 * FATE's HeteroPearson, at guest and host: the correlations of each party's own columns, their variance inflation
 * factors, and, unless {@code cross_parties} is unset, the correlations of the guest's columns with those of the first
 * host; other hosts have their own only. Where FATE adds up secret shares we encrypt by Paillier, so {@code use_mix_rand} and
 * {@code fixpoint_bit_length} have no effect.
 */
@AutoService(Component.class)
public final class HeteroPearson implements Component {

    static final String MODULE = "HeteroPearson";

    @Override
    public String module() {
        return MODULE;
    }

    /** What the user asks for. */
    private record Given(ColumnChoice choice, boolean cross, boolean vif) {

        static Given read(Parameters parameters) {
            Given given = new Given(
                    ColumnChoice.read(parameters, "column_indexes", "column_names", false),
                    parameters.flag("cross_parties", true),
                    parameters.flag("calc_local_vif", true));
            parameters.ignore("use_mix_rand").ignore("fixpoint_bit_length").refuseOthers();
            if (given.choice().isEmpty()) {
                throw parameters.wrong("column_indexes", "must be -1 or name a column, or column_names must");
            }
            return given;
        }
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        Given.read(parameters);
    }

    @Override
    public void run(ComponentContext context) throws IOException, InterruptedException {
        Party self = context.task().self();
        Given given = Given.read(context.parameters());
        DataSet data = Columns.input(context);
        if (data.size() == 0) {
            throw new IOException("there is nothing to correlate at " + self + ": the data has no rows");
        }
        List<Integer> places = List.copyOf(new TreeSet<>(given.choice().in(data.header(), self)));
        StandardizedColumns columns = StandardizedColumns.of(data, places, self);
        PearsonParam param = local(self, data, columns, given.vif());
        List<String> names = places.stream().map(data.header()::get).toList();
        if (given.cross() && (self.role().equals("guest") || self.equals(host(context)))) {
            cross(context, side(data, places, columns), names, columns, param);
        } else {
            param.party(self, names);
        }
        context.results().metric(metric());
        param.addSummary(context.results());
        context.output(param.toModel());
    }

    private static PearsonParam local(Party self, DataSet data, StandardizedColumns columns, boolean vif) {
        PearsonParam param = new PearsonParam(self, data.schema());
        LocalCorrelation local = new LocalCorrelation(columns);
        param.local(columns.count(), local.correlations());
        if (vif) {
            param.vif(local.vif());
        }
        return param;
    }

    private static PartyColumns side(DataSet data, List<Integer> places, StandardizedColumns columns) {
        return new PartyColumns(
                places.stream().map(data.schema().anonymousHeader()::get).toList(),
                IntStream.range(0, columns.count())
                        .filter(columns::varies)
                        .boxed()
                        .toList(),
                data.ids());
    }

    private static void cross(
            ComponentContext context,
            PartyColumns own,
            List<String> names,
            StandardizedColumns columns,
            PearsonParam param)
            throws IOException, InterruptedException {
        Exchange exchange = context.exchange();
        Party guest = context.parties().of("guest").get(0);
        Party host = host(context);
        CrossCorrelation cross = new CrossCorrelation(columns, own, exchange);
        if (context.task().self().role().equals("guest")) {
            exchange.sendJson(CorrelationVariables.ANONYMOUS_GUEST, CorrelationVariables.TAG, host, own.toJson());
            PartyColumns other = PartyColumns.fromJson(
                    exchange.receiveJson(CorrelationVariables.ANONYMOUS_HOST, CorrelationVariables.TAG, host));
            param.party(guest, names);
            param.party(host, other.names());
            int width = other.names().size();
            param.cross(width, width, cross.asGuest(host, other));
        } else {
            exchange.sendJson(
                    CorrelationVariables.ANONYMOUS_HOST,
                    CorrelationVariables.TAG,
                    guest,
                    own.withoutRows().toJson());
            PartyColumns other = PartyColumns.fromJson(
                    exchange.receiveJson(CorrelationVariables.ANONYMOUS_GUEST, CorrelationVariables.TAG, guest));
            param.party(guest, other.names());
            param.party(host, names);
            param.cross(other.names().size(), names.size(), cross.asHost(guest, other));
        }
    }

    private static Party host(ComponentContext context) throws IOException {
        return context.parties().of("host").stream()
                .findFirst()
                .orElseThrow(() -> new IOException(
                        "HeteroPearson needs a host for correlations across parties: unset cross_parties"));
    }

    private static Metric metric() {
        return new Metric(
                "statistic",
                "correlation",
                "CORRELATION_GRAPH",
                JsonNodeFactory.instance.objectNode().put("name", "pearson"),
                Map.of());
    }
}
