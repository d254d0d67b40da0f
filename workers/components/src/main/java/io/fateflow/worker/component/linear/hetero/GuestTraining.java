package io.fateflow.worker.component.linear.hetero;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.optimize.Weights;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.component.linear.wire.RowLookup;
import io.fateflow.worker.component.linear.wire.Wire;
import io.fateflow.worker.crypto.paillier.PaillierPublicKey;
import io.fateflow.worker.exchange.Party;

/** The guest's side of one training. */
final class GuestTraining {

    private final HeteroSetup setup;
    private final LinearVariables transfer;
    private final LinearData data;
    private final Ciphers ciphers;
    private final Batches batches;
    private final CurvatureLook curvature;
    private final boolean async;
    private final List<Batch> fixed;

    /** Gets the key and tells hosts how rows are parted. */
    GuestTraining(HeteroSetup setup, LinearVariables transfer, LinearData data)
            throws IOException, InterruptedException {
        this.setup = setup;
        this.transfer = transfer;
        this.data = data;
        this.ciphers = new Ciphers(
                transfer.receive(Variables.PAILLIER_PUBKEY, setup.side().arbiter(), PaillierPublicKey::read));
        this.curvature = new CurvatureLook(setup, transfer, ciphers, data);
        this.batches = new Batches(data.byId(), setup.parameters().batching(), new SecureRandom());
        sendBatchInfo();
        this.fixed = batches.mutable() ? List.of() : send(batches.draw());
        if (batches.masked()) {
            requireLegalBatches();
        }
        this.async = hosts().size() == 1
                && !batches.masked()
                && !data.weighted()
                && !setup.family().isProduct();
        for (Party host : hosts()) {
            transfer.sendJson(Variables.USE_ASYNC, host, BooleanNode.valueOf(async));
        }
    }

    /** All batches of an iteration. */
    Weights iterate(Weights weights, int iteration) throws IOException, InterruptedException {
        List<Batch> drawn = batches.mutable() ? send(batches.draw(), iteration) : fixed;
        Weights current = weights;
        for (int batch = 0; batch < drawn.size(); batch++) {
            GuestStep step = new GuestStep(setup, transfer, ciphers, data, drawn.get(batch), iteration, batch);
            step.sendGradient(current, async);
            double[] decrypted = transfer.receive(
                    Variables.GUEST_OPTIM_GRADIENT, setup.side().arbiter(), Wire::readNumbers, iteration, batch);
            step.sendLoss(current);
            curvature.lead(current, drawn.get(batch).rows(), iteration, batch);
            current = setup.update(current, decrypted, iteration);
        }
        return current;
    }

    private void sendBatchInfo() throws IOException, InterruptedException {
        ObjectNode info = JsonNodeFactory.instance
                .objectNode()
                .put("batch_size", batches.size())
                .put("batch_num", batches.count())
                .put("batch_mutable", batches.mutable())
                .put("masked_batch_size", batches.maskedSize());
        for (Party party : setup.side().others()) {
            transfer.sendJson(Variables.BATCH_INFO, party, info);
        }
    }

    /** Tags of batches that change have the iteration before the batch's number. */
    private List<Batch> send(List<Batch> drawn, Object... iteration) throws IOException, InterruptedException {
        for (int batch = 0; batch < drawn.size(); batch++) {
            Object[] suffix = Arrays.copyOf(iteration, iteration.length + 1);
            suffix[iteration.length] = batch;
            for (Party host : hosts()) {
                transfer.send(
                        Variables.BATCH_DATA_INDEX,
                        host,
                        RowLookup.payload(data, drawn.get(batch).named()),
                        suffix);
            }
        }
        return drawn;
    }

    private void requireLegalBatches() throws IOException, InterruptedException {
        for (Party host : hosts()) {
            JsonNode info = transfer.receiveJson(Variables.BATCH_VALIDATE_INFO, host);
            if (!info.path("is_legal").asBoolean()) {
                throw new IllegalArgumentException(
                        "batches of " + batches.maskedSize() + " rows, masked, are too small for "
                                + host + ": (masked_rate + 1) * batch_size must be greater than "
                                + info.path("least_batch_size").asInt());
            }
        }
    }

    private List<Party> hosts() {
        return setup.side().hosts();
    }
}
