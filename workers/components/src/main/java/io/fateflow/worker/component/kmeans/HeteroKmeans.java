package io.fateflow.worker.component.kmeans;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.TableName;

/**
 * FATE's HeteroKmeans: puts rows, whose columns guest and hosts have, into k clusters. With {@code test_data} and a model it
 * only says which centre is nearest.
 *
 * <p>What is revealed by design. The arbiter: the ids of the rows, the squared distance of each row from each centre and
 * of the centres from each other, over all parties' columns, and how far each party's centres moved. Guest and hosts: the
 * cluster of each row after each iteration, and which rows were the first centres.
 */
@AutoService(Component.class)
public final class HeteroKmeans implements Component {

    static final String MODULE = "HeteroKmeans";
    private static final String VARIABLES =
            "federatedml.transfer_variable.transfer_class.hetero_kmeans_transfer_variable.HeteroKmeansTransferVariable";

    @Override
    public String module() {
        return MODULE;
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        KmeansParameters.read(parameters);
    }

    @Override
    public void run(ComponentContext context) throws IOException, InterruptedException {
        KmeansParameters parameters = KmeansParameters.read(context.parameters());
        LinearVariables transfer = new LinearVariables(context.exchange(), VARIABLES, "fit");
        Party self = context.task().self();
        if (self.role().equals("arbiter")) {
            serve(context, parameters, transfer);
            return;
        }
        Party arbiter = context.parties().of("arbiter").stream()
                .findFirst()
                .orElseThrow(() -> new IOException("HeteroKmeans needs an arbiter, the job has none"));
        Optional<TableName> train = context.input("train_data");
        transfer.sendJson("trains", arbiter, BooleanNode.valueOf(train.isPresent()));
        KmeansClient client = new KmeansClient(context, parameters, transfer, arbiter);
        if (train.isPresent()) {
            client.train(data(context, train.get()));
            return;
        }
        TableName test = context.input("test_data")
                .orElseThrow(() -> new IOException(self + ": HeteroKmeans has neither train_data nor test_data"));
        Model model = context.model()
                .orElseThrow(() -> new IOException(self + ": HeteroKmeans has no model to predict with"));
        client.predict(data(context, test), model);
    }

    /** The messages of both kinds of parties; the arbiter's says nothing of clusters. */
    static Model model(KmeansParameters parameters, ObjectNode param) {
        ObjectNode meta = JsonNodeFactory.instance
                .objectNode()
                .put("k", Integer.toString(parameters.clusters()))
                .put("tol", parameters.tolerance())
                .put("maxIter", Integer.toString(parameters.maxIterations()));
        return new Model(MODULE, "HeteroKmeansMeta", meta, "HeteroKmeansParam", param);
    }

    private static DataSet data(ComponentContext context, TableName name) throws IOException {
        DataSet data = DataSet.load(context.tables(), name);
        if (data.size() == 0 || data.header().isEmpty()) {
            throw new IOException(context.task().self() + ": HeteroKmeans needs rows and columns, the data has "
                    + data.size() + " and " + data.header().size());
        }
        return data;
    }

    private static void serve(ComponentContext context, KmeansParameters parameters, LinearVariables transfer)
            throws IOException, InterruptedException {
        List<Party> clients = new ArrayList<>(context.parties().of("guest"));
        clients.addAll(context.parties().of("host"));
        int training = 0;
        for (Party client : clients) {
            JsonNode trains = transfer.receiveJson("trains", client);
            training += trains.asBoolean() ? 1 : 0;
        }
        if (training != 0 && training != clients.size()) {
            throw new IOException("only " + training + " of " + clients.size() + " parties have train_data");
        }
        KmeansArbiter arbiter = new KmeansArbiter(context, parameters, transfer, clients);
        if (training > 0) {
            arbiter.train();
        } else {
            arbiter.predict();
        }
    }
}
