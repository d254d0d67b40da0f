package io.fateflow.worker.component.homo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.job.Fit;
import io.fateflow.worker.component.linear.job.Fitted;
import io.fateflow.worker.component.linear.job.Learner;
import io.fateflow.worker.component.linear.job.LearningParty;
import io.fateflow.worker.component.linear.job.LossCurve;
import io.fateflow.worker.component.linear.model.SingleModel;
import io.fateflow.worker.component.linear.optimize.Convergence;
import io.fateflow.worker.component.linear.optimize.Weights;
import io.fateflow.worker.component.linear.parameter.LinearParameters;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.component.linear.wire.Wire;
import io.fateflow.worker.exchange.Party;

/** The arbiter of homo models: adds up masked weights, and so sees their mean only. Keeps no model. */
final class HomoServer implements Learner {

    private static final Logger log = LoggerFactory.getLogger(HomoServer.class);

    private final ComponentContext context;
    private final LinearParameters parameters;
    private final List<Party> clients = new ArrayList<>();
    private final LinearVariables blocks;

    HomoServer(ComponentContext context, LinearParameters parameters, LearningParty side, LinearVariables blocks) {
        this.context = context;
        this.parameters = parameters;
        this.blocks = blocks;
        clients.add(side.guest());
        clients.addAll(side.hosts());
    }

    @Override
    public Fitted fit(Fit fit) throws IOException, InterruptedException {
        LinearVariables transfer = blocks.in(fit.namespace());
        exchangeKeys(transfer, clients);
        exchangeShares(transfer, clients);
        Convergence convergence = new Convergence(parameters.earlyStop(), parameters.tolerance());
        LossCurve curve = new LossCurve(fit.place(), "aggregate_round", context.results());
        boolean converged = false;
        int rounds = parameters.maxIterations() / parameters.aggregateEvery();
        int round = 0;
        while (round < rounds && !converged) {
            averageModels(transfer, round);
            double loss = loss(transfer, round);
            curve.add((round + 1) * parameters.aggregateEvery() - 1, loss);
            converged = convergence.looksAtLoss() && convergence.byLoss(loss);
            for (Party client : clients) {
                transfer.sendJson(
                        HomoVariables.TO_CLIENT, client, BooleanNode.valueOf(converged), HomoVariables.STATUS + round);
            }
            log.info("round {}: loss {}, is_converged {}", round, loss, converged);
            round++;
        }
        curve.report();
        SingleModel model = new SingleModel(
                round, curve.losses(), converged, List.of(), Weights.of(new double[0], false), SingleModel.LAST);
        ObjectNode summary = JsonNodeFactory.instance.objectNode();
        summary.set("loss_history", SingleModel.numbers(curve.losses()));
        return new Fitted(model, summary.put("is_converged", converged));
    }

    @Override
    public Optional<double[]> predict(String namespace, Weights weights, Optional<LinearData> data) {
        return Optional.empty();
    }

    /** The server's side of agreeing on masks: hands keys on. */
    static void exchangeKeys(LinearVariables transfer, List<Party> clients) throws IOException, InterruptedException {
        ObjectNode group = JsonNodeFactory.instance
                .objectNode()
                .put("p", DhKeys.PRIME.toString())
                .put("g", DhKeys.GENERATOR.toString());
        for (int i = 0; i < clients.size(); i++) {
            transfer.sendJson(HomoVariables.UUID, clients.get(i), TextNode.valueOf(uuid(i)));
            transfer.sendJson(HomoVariables.DH_PARAMETERS, clients.get(i), group);
        }
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < clients.size(); i++) {
            JsonNode own = transfer.receiveJson(HomoVariables.DH_OWN, clients.get(i));
            all.put(uuid(i), own.path("key").asText());
        }
        for (Party client : clients) {
            transfer.sendJson(HomoVariables.DH_ALL, client, all);
        }
    }

    /** Tells how many rows there are at all parties, whose columns must be the same. */
    static void exchangeShares(LinearVariables transfer, List<Party> clients) throws IOException, InterruptedException {
        double total = 0;
        String columns = "";
        for (Party client : clients) {
            JsonNode own = transfer.receiveJson(HomoVariables.TO_SERVER, client, HomoVariables.WEIGHT);
            total += own.path("weight").asDouble();
            String others = own.path("columns").asText();
            if (!columns.isEmpty() && !columns.equals(others)) {
                throw new IOException(client + " has other columns than " + clients.get(0)
                        + ": a homo model needs the same columns in the same order at all parties");
            }
            columns = others;
        }
        for (Party client : clients) {
            transfer.sendJson(HomoVariables.TO_CLIENT, client, DoubleNode.valueOf(total), HomoVariables.WEIGHT);
        }
    }

    private void averageModels(LinearVariables transfer, int round) throws IOException, InterruptedException {
        List<long[]> masked = new ArrayList<>();
        for (Party client : clients) {
            long[] own = transfer.receive(
                    HomoVariables.TO_SERVER, client, Wire::readIntegers, HomoVariables.LOCAL_MODEL + round);
            if (!masked.isEmpty() && own.length != masked.get(0).length) {
                throw new IOException(client + " has " + own.length + " weights, " + clients.get(0) + " has "
                        + masked.get(0).length + ": is fit_intercept the same?");
            }
            masked.add(own);
        }
        double[] mean = SecretSum.sum(masked);
        for (Party client : clients) {
            transfer.send(HomoVariables.TO_CLIENT, client, Wire.numbers(mean), HomoVariables.MODEL + round);
        }
    }

    private double loss(LinearVariables transfer, int round) throws IOException, InterruptedException {
        double loss = 0;
        for (Party client : clients) {
            loss += transfer.receiveJson(HomoVariables.TO_SERVER, client, HomoVariables.LOCAL_LOSS + round)
                    .asDouble();
        }
        return loss;
    }

    /** FATE's: the hash of the client's number. */
    private static String uuid(int client) {
        try {
            byte[] hash = MessageDigest.getInstance("MD5")
                    .digest(Integer.toString(client).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }
}
