package io.fateflow.worker.component.sample;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Metric;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.Instance;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStream;

/**
 * FATE's FederatedSample: the guest draws rows and tells the hosts their ids; for {@code task_type} homo each party draws by
 * itself. With {@code upsample} rows may be there more than once, and ids are numbers from 0. A {@code random_state}
 * repeats our own draw, not numpy's.
 */
@AutoService(Component.class)
public final class FederatedSample implements Component {

    private static final String SAMPLE_IDS =
            "federatedml.transfer_variable.transfer_class.sample_transfer_variable.SampleTransferVariable.sample_ids";
    private static final String TAG = "fit.0";
    private static final String COUNT = "sample_count";
    private static final TableSchema IDS = TableSchema.of("place", List.of("id", "new_id"), 1);

    @Override
    public String module() {
        return "FederatedSample";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        SampleParameters.read(parameters);
    }

    @Override
    public void run(ComponentContext context) throws IOException, InterruptedException {
        SampleParameters parameters = SampleParameters.read(context.parameters());
        DataSet data = DataSet.load(context.tables(), context.requireInput());
        Party self = context.task().self();
        if (data.size() == 0) {
            throw new IOException(self + ": there is nothing to sample, the data has no rows");
        }
        boolean draws = !parameters.hetero() || self.role().equals("guest");
        Draw draw = draws ? Draw.of(parameters, data, self) : receive(context);
        if (draws && parameters.hetero()) {
            for (Party host : context.parties().of("host")) {
                send(context.exchange(), host, draw);
            }
        }
        DataSet sampled = take(draw, data, self);
        context.output(0, sampled.save(context.tables(), context.newOutputTable()));
        report(context, parameters, draw, sampled.size(), data.schema().integerLabel());
    }

    private static void send(Exchange exchange, Party host, Draw draw) throws IOException, InterruptedException {
        exchange.send(SAMPLE_IDS, TAG, host, out -> {
            List<Row> rows = new ArrayList<>();
            for (int i = 0; i < draw.ids().size(); i++) {
                String newId = draw.newIds().isEmpty() ? "" : draw.newIds().get(i);
                rows.add(new Row(Integer.toString(i), List.of(draw.ids().get(i), newId)));
            }
            TableStream.write(IDS, rows.iterator(), out);
        });
    }

    private static Draw receive(ComponentContext context) throws IOException, InterruptedException {
        Party guest = context.parties().of("guest").stream()
                .findFirst()
                .orElseThrow(() -> new IOException("FederatedSample needs a guest, the job has none"));
        List<String> ids = new ArrayList<>();
        List<String> newIds = new ArrayList<>();
        context.exchange().receive(SAMPLE_IDS, TAG, guest, in -> {
            ids.clear();
            newIds.clear();
            TableStream.read(in, row -> {
                ids.add(row.values().get(0));
                if (!row.values().get(1).isEmpty()) {
                    newIds.add(row.values().get(1));
                }
            });
            return ids.size();
        });
        return Draw.told(ids, newIds);
    }

    private static DataSet take(Draw draw, DataSet data, Party self) throws IOException {
        Map<String, Instance> byId = new HashMap<>();
        data.instances().forEach(instance -> byId.put(instance.id(), instance));
        long missing = draw.ids().stream().filter(id -> !byId.containsKey(id)).count();
        if (missing > 0) {
            throw new IOException(self + " has not " + missing + " of the "
                    + draw.ids().size() + " rows that the guest has drawn: put an Intersection before FederatedSample");
        }
        if (draw.newIds().isEmpty()) {
            Set<String> ids = new HashSet<>(draw.ids());
            return data.filter(instance -> ids.contains(instance.id()));
        }
        List<Instance> taken = new ArrayList<>();
        for (int i = 0; i < draw.ids().size(); i++) {
            Instance instance = byId.get(draw.ids().get(i));
            if (instance != null) {
                taken.add(instance.withId(draw.newIds().get(i)));
            }
        }
        return data.with(data.schema(), taken);
    }

    private static void report(
            ComponentContext context, SampleParameters parameters, Draw draw, int count, boolean integers) {
        if (parameters.mode() != SampleParameters.Mode.STRATIFIED) {
            String mode = parameters.mode() == SampleParameters.Mode.RANDOM ? "random" : "exact_by_weight";
            metric(context, COUNT, mode, "SAMPLE_TEXT", Map.of("count", IntNode.valueOf(count)));
            context.results().summary(COUNT, IntNode.valueOf(count));
        } else if (!draw.before().isEmpty()) {
            counts(context, COUNT, draw.after(), integers);
            counts(context, "original_count", draw.before(), integers);
        }
    }

    private static void counts(ComponentContext context, String what, Map<Double, Integer> byLabel, boolean integers) {
        Map<String, JsonNode> points = new LinkedHashMap<>();
        ObjectNode summary = JsonNodeFactory.instance.objectNode();
        byLabel.forEach((label, count) -> {
            String name = integers ? Long.toString(label.longValue()) : label.toString();
            points.put(name, IntNode.valueOf(count));
            summary.put(name, count);
        });
        metric(context, what, "stratified", "SAMPLE_TABLE", points);
        context.results().summary(what, summary);
    }

    private static void metric(
            ComponentContext context, String namespace, String name, String type, Map<String, JsonNode> points) {
        ObjectNode metas = JsonNodeFactory.instance.objectNode().put("name", namespace);
        context.results().metric(new Metric(namespace, name, type, metas, points));
    }
}
