package io.fateflow.worker.component.onehot;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.columns.ColumnChoice;
import io.fateflow.worker.component.columns.ProtobufJson;
import io.fateflow.worker.data.InstanceTable;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.Party;

/**
 * FATE's HomoOneHotEncoder: as {@link OneHotEncoder}, but all parties get the same columns, one for each value that any of
 * them has. With a model each transforms its data.
 *
 * <p>What is revealed by design. The arbiter: which values each party has in the columns that are encoded. The others:
 * which values occur at any party.
 */
@AutoService(Component.class)
public final class HomoOneHotEncoder implements Component {

    private static final String VARIABLES =
            "federatedml.transfer_variable.transfer_class.homo_onehot_transfer_variable.HomoOneHotTransferVariable.";
    private static final String TAG = "fit";
    private static final String ALIGNED = VARIABLES + "aligned_columns";
    private static final String ROUND = VARIABLES + "aligns";

    @Override
    public String module() {
        return "HomoOneHotEncoder";
    }

    private record Given(ColumnChoice choice, boolean aligns) {

        static Given read(Parameters parameters) {
            boolean aligns = parameters.flag("need_alignment", true);
            return new Given(OneHotEncoder.choice(parameters), aligns);
        }
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        Given.read(parameters);
    }

    @Override
    public void run(ComponentContext context) throws IOException, InterruptedException {
        Given given = Given.read(context.parameters());
        Party self = context.task().self();
        if (self.role().equals("arbiter")) {
            serve(context);
            return;
        }
        InstanceTable data = InstanceTable.findWithTexts(context.tables(), context.requireInput());
        boolean aligns = given.aligns() && context.model().isEmpty();
        Party arbiter = context.parties().of("arbiter").stream()
                .findFirst()
                .orElseThrow(() -> new IOException("HomoOneHotEncoder needs an arbiter, the job has none"));
        context.exchange().sendJson(ROUND, TAG, arbiter, JsonNodeFactory.instance.booleanNode(aligns));
        Encoding encoding;
        if (context.model().isPresent()) {
            encoding = Encoding.load(context.model().get());
        } else {
            Map<String, SortedSet<String>> own =
                    OneHotEncoder.values(data, given.choice().in(data.header(), self), self);
            encoding = new Encoding(data.header(), aligns ? aligned(context, arbiter, own) : own);
        }
        OneHotEncoder.encode(context, data, encoding, module());
    }

    private static Map<String, SortedSet<String>> aligned(
            ComponentContext context, Party arbiter, Map<String, SortedSet<String>> own)
            throws IOException, InterruptedException {
        Exchange exchange = context.exchange();
        exchange.sendJson(VARIABLES + context.task().self().role() + "_columns", TAG, arbiter, toJson(own));
        return fromJson(exchange.receiveJson(ALIGNED, TAG, arbiter));
    }

    private static void serve(ComponentContext context) throws IOException, InterruptedException {
        Exchange exchange = context.exchange();
        List<Party> clients = new ArrayList<>(context.parties().of("guest"));
        clients.addAll(context.parties().of("host"));
        int aligning = 0;
        for (Party client : clients) {
            aligning += exchange.receiveJson(ROUND, TAG, client).asBoolean() ? 1 : 0;
        }
        if (aligning == 0) {
            return;
        }
        if (aligning < clients.size()) {
            throw new IOException("only " + aligning + " of " + clients.size()
                    + " parties want to align: need_alignment and the model input must be the same everywhere");
        }
        SortedMap<String, SortedSet<String>> all = new TreeMap<>();
        for (Party client : clients) {
            JsonNode own = exchange.receiveJson(VARIABLES + client.role() + "_columns", TAG, client);
            Map<String, SortedSet<String>> read = fromJson(own);
            if (!all.isEmpty() && !all.keySet().equals(read.keySet())) {
                throw new IOException(client + " encodes other columns than " + clients.get(0)
                        + ": all parties need the same columns");
            }
            read.forEach((column, values) ->
                    all.computeIfAbsent(column, none -> Category.none()).addAll(values));
        }
        for (Party client : clients) {
            exchange.sendJson(ALIGNED, TAG, client, toJson(all));
        }
    }

    private static ObjectNode toJson(Map<String, SortedSet<String>> values) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        values.forEach((column, of) -> json.set(column, ProtobufJson.texts(List.copyOf(of))));
        return json;
    }

    private static SortedMap<String, SortedSet<String>> fromJson(JsonNode json) {
        SortedMap<String, SortedSet<String>> values = new TreeMap<>();
        json.properties().forEach(column -> {
            SortedSet<String> of = Category.none();
            column.getValue().forEach(value -> of.add(value.asText()));
            values.put(column.getKey(), of);
        });
        return values;
    }
}
