package io.fateflow.worker.guide;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Metric;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.PassException;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableWriter;

/** The mean of a column over the rows of all parties: each tells the guest its sum and its count, and no value. */
public final class CommonMean implements Component {

    private static final String SUM = "org.example.CommonMean.sum";

    /** What the user gives; {@link Parameters} checks types and bounds, and names the parameter in its errors. */
    record Settings(String column, int decimals) {

        static Settings from(Parameters parameters) {
            Settings settings = new Settings(parameters.text("column", ""), parameters.integer("decimals", 3, 0, 9));
            parameters.refuseOthers();
            if (settings.column().isEmpty()) {
                throw parameters.wrong("column", "is missing");
            }
            return settings;
        }
    }

    @Override
    public String module() {
        return "CommonMean";
    }

    /** So that a submit is refused at once, not after the components before it have run. */
    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        Settings.from(parameters);
    }

    @Override
    public void run(ComponentContext context) throws IOException, InterruptedException, PassException {
        Settings settings = Settings.from(context.parameters());
        if (context.inputs().isEmpty()) {
            throw new PassException("no table at " + context.task().self());
        }
        ObjectNode own = sum(context, settings.column());
        Exchange exchange = context.exchange();
        if (context.task().self().role().equals("host")) {
            for (Party guest : context.parties().of("guest")) {
                exchange.sendJson(SUM, Exchange.DEFAULT_TAG, guest, own);
            }
            return;
        }
        double sum = own.path("sum").asDouble();
        long count = own.path("count").asLong();
        for (Party host : context.parties().of("host")) {
            JsonNode theirs = exchange.receiveJson(SUM, Exchange.DEFAULT_TAG, host);
            sum += theirs.path("sum").asDouble();
            count += theirs.path("count").asLong();
        }
        double scale = Math.pow(10, settings.decimals());
        write(context, settings, Math.round(sum / count * scale) / scale);
    }

    /** Reads batch by batch: a table may be larger than the memory. */
    private static ObjectNode sum(ComponentContext context, String column) throws IOException {
        double sum = 0;
        long count = 0;
        try (TableReader reader = context.tables().open(context.inputs().get(0).table())) {
            int index = reader.info().schema().columns().indexOf(column);
            if (index < 0) {
                throw new IOException("the table at " + context.task().self() + " has no column " + column);
            }
            for (List<Row> rows = reader.next(); !rows.isEmpty(); rows = reader.next()) {
                for (Row row : rows) {
                    sum += Double.parseDouble(row.values().get(index));
                    count++;
                }
            }
        }
        return JsonNodeFactory.instance.objectNode().put("sum", sum).put("count", count);
    }

    private static void write(ComponentContext context, Settings settings, double mean) throws IOException {
        try (TableWriter writer =
                context.tables().create(context.newOutputTable(), TableSchema.of("column", List.of("mean"), 1))) {
            writer.add(new Row(settings.column(), List.of(Double.toString(mean))));
            context.output(0, writer.commit());
        }
        ObjectNode metas = JsonNodeFactory.instance.objectNode();
        context.results()
                .metric(new Metric("mean", settings.column(), "MEAN", metas, Map.of("mean", DoubleNode.valueOf(mean))));
        context.results().summary("mean", DoubleNode.valueOf(mean));
    }
}
