package io.fateflow.worker.component.split;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.data.InstanceTable;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.exchange.Payload;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStream;

/** The guest splits the rows that all parties have, and tells the hosts which id is in which part. */
@AutoService(Component.class)
public final class HeteroDataSplit implements Component {

    private static final String VARIABLES = "federatedml.transfer_variable.transfer_class.data_split_transfer_variable"
            + ".DataSplitTransferVariable.id_";
    private static final String TAG = "fit";
    private static final TableSchema IDS = TableSchema.of("id", List.of(), 1);

    @Override
    public String module() {
        return "HeteroDataSplit";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        SplitParameters.from(parameters);
    }

    @Override
    public void run(ComponentContext context) throws IOException, InterruptedException {
        SplitParameters parameters = SplitParameters.from(context.parameters());
        InstanceTable data = InstanceTable.find(context.tables(), context.requireInput());
        Party self = context.task().self();
        switch (self.role()) {
            case "guest" -> guest(context, parameters, data);
            case "host" -> host(context, parameters, data);
            default -> throw new IOException("HeteroDataSplit runs at guest and host, not at " + self);
        }
    }

    private static void guest(ComponentContext context, SplitParameters parameters, InstanceTable data)
            throws IOException, InterruptedException {
        Split split = Split.of(parameters, data, context.task().self());
        for (Party host : context.parties().of("host")) {
            for (Part part : Part.values()) {
                context.exchange().send(VARIABLES + part.text(), TAG, host, payload(split.of(part)));
            }
        }
        SplitOutputs.write(context, data, split.ids());
        HomoDataSplit.report(parameters, data, split).writeTo(context.results());
    }

    private static void host(ComponentContext context, SplitParameters parameters, InstanceTable data)
            throws IOException, InterruptedException {
        Exchange exchange = context.exchange();
        Party guest = context.parties().of("guest").stream()
                .findFirst()
                .orElseThrow(() -> new IOException("HeteroDataSplit needs a guest, the job has none"));
        Map<Part, List<String>> ids = new EnumMap<>(Part.class);
        Map<Part, Integer> counts = new EnumMap<>(Part.class);
        for (Part part : Part.values()) {
            List<String> members = exchange.receive(VARIABLES + part.text(), TAG, guest, in -> {
                List<String> received = new ArrayList<>();
                TableStream.read(in, row -> received.add(row.id()));
                return received;
            });
            ids.put(part, members);
            counts.put(part, members.size());
        }
        SplitOutputs.write(context, data, ids);
        new SplitReport(counts, parameters.stratified()).writeTo(context.results());
    }

    private static Payload payload(List<String> ids) {
        return out -> TableStream.write(
                IDS, ids.stream().map(id -> new Row(id, List.of())).iterator(), out);
    }
}
