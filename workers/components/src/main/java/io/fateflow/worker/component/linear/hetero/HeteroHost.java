package io.fateflow.worker.component.linear.hetero;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.job.Fit;
import io.fateflow.worker.component.linear.job.Fitted;
import io.fateflow.worker.component.linear.job.Learner;
import io.fateflow.worker.component.linear.optimize.Weights;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.component.linear.wire.RowLookup;
import io.fateflow.worker.component.linear.wire.RowParts;
import io.fateflow.worker.component.linear.wire.Wire;
import io.fateflow.worker.crypto.paillier.PaillierNumber;
import io.fateflow.worker.crypto.paillier.PaillierPublicKey;
import io.fateflow.worker.exchange.Party;

/** Has columns, and no labels. */
final class HeteroHost implements Learner {

    private final HeteroSetup setup;
    private final Party guest;

    HeteroHost(HeteroSetup setup) {
        this.setup = setup;
        this.guest = setup.side().guest();
    }

    @Override
    public Fitted fit(Fit fit) throws IOException, InterruptedException {
        LinearVariables transfer = setup.transfer().in(fit.namespace());
        Run run = new Run(fit, transfer);
        return new TrainingLoop(setup, transfer, fit)
                .run(this, setup.parameters().initializer().withoutIntercept(), run::iterate);
    }

    @Override
    public Optional<double[]> predict(String namespace, Weights weights, Optional<LinearData> data)
            throws IOException, InterruptedException {
        LinearData rows = data.orElseThrow();
        LinearVariables transfer = setup.transfer().in(namespace);
        double[] parts = Arrays.stream(RowParts.asked(transfer, setup.side().self(), guest, rows))
                .mapToDouble(row -> weights.apply(rows.features(row)))
                .toArray();
        transfer.send(setup.family().prediction(), guest, Wire.numbers(parts));
        return Optional.empty();
    }

    /** One training. */
    private final class Run {

        private final LinearVariables transfer;
        private final LinearData data;
        private final RowLookup lookup;
        private final Ciphers ciphers;
        private final CurvatureLook curvature;
        private final boolean mutable;
        private final int batches;
        private final boolean masked;
        private final boolean async;
        private final List<int[]> fixed = new ArrayList<>();

        Run(Fit fit, LinearVariables transfer) throws IOException, InterruptedException {
            this.transfer = transfer;
            this.data = fit.requireTrain();
            this.lookup = RowLookup.of(data, setup.side().self());
            this.ciphers = new Ciphers(
                    transfer.receive(Variables.PAILLIER_PUBKEY, setup.side().arbiter(), PaillierPublicKey::read));
            this.curvature = new CurvatureLook(setup, transfer, ciphers, data);
            JsonNode info = transfer.receiveJson(Variables.BATCH_INFO, guest);
            this.mutable = info.path("batch_mutable").asBoolean();
            this.batches = info.path("batch_num").asInt();
            int maskedSize = info.path("masked_batch_size").asInt();
            this.masked = maskedSize > info.path("batch_size").asInt();
            if (!mutable) {
                for (int batch = 0; batch < batches; batch++) {
                    fixed.add(lookup.rowsOf(transfer, Variables.BATCH_DATA_INDEX, guest, batch));
                }
            }
            if (masked) {
                validate(maskedSize);
            }
            this.async = transfer.receiveJson(Variables.USE_ASYNC, guest).asBoolean();
        }

        /** From a gradient over fewer rows than there are columns the rows could be computed. */
        private void validate(int maskedSize) throws IOException, InterruptedException {
            int least = data.header().size();
            transfer.sendJson(
                    Variables.BATCH_VALIDATE_INFO,
                    guest,
                    JsonNodeFactory.instance
                            .objectNode()
                            .put("is_legal", maskedSize > least)
                            .put("least_batch_size", least));
        }

        Weights iterate(Weights weights, int iteration) throws IOException, InterruptedException {
            Weights current = weights;
            List<int[]> rows = mutable ? drawn(iteration) : fixed;
            for (int batch = 0; batch < batches; batch++) {
                current = step(current, rows.get(batch), iteration, batch);
            }
            return current;
        }

        private List<int[]> drawn(int iteration) throws IOException, InterruptedException {
            List<int[]> rows = new ArrayList<>();
            for (int batch = 0; batch < batches; batch++) {
                rows.add(lookup.rowsOf(transfer, Variables.BATCH_DATA_INDEX, guest, iteration, batch));
            }
            return rows;
        }

        private Weights step(Weights weights, int[] rows, int iteration, int batch)
                throws IOException, InterruptedException {
            double[] parts = Arrays.stream(rows)
                    .mapToDouble(row -> weights.apply(data.features(row)))
                    .toArray();
            double[] forward = Arrays.stream(parts)
                    .map(part -> setup.family().forward(part))
                    .toArray();
            ciphers.send(transfer, setup.family().forward(), guest, ciphers.encrypt(forward), iteration, batch);
            PaillierNumber[] d =
                    ciphers.receive(transfer, Variables.FORE_GRADIENT, guest, rows.length, iteration, batch);
            PaillierNumber[] gradient = Ciphers.weightedSums(d, data, rows);
            if (async) {
                Ciphers.addTo(gradient, PlainSums.of(forward, data, rows));
                gradient = Ciphers.divide(gradient, rows.length);
            }
            double[] penalties = Arrays.stream(weights.coefficients())
                    .map(setup.parameters().penalty()::gradient)
                    .toArray();
            Ciphers.addTo(gradient, penalties);
            ciphers.send(transfer, Variables.HOST_GRADIENT, setup.side().arbiter(), gradient, iteration, batch);
            double[] step = transfer.receive(
                    Variables.HOST_OPTIM_GRADIENT, setup.side().arbiter(), Wire::readNumbers, iteration, batch);
            sendLoss(weights, parts, iteration, batch);
            curvature.follow(weights, lookup, iteration, batch);
            return setup.update(weights, step, iteration);
        }

        /**
         * The sum of squares; of masked batches each square, for the guest to choose. Of a Poisson regression each row's
         * part of the linear predictor.
         */
        private void sendLoss(Weights weights, double[] parts, int iteration, int batch)
                throws IOException, InterruptedException {
            double[] squares = Arrays.stream(parts).map(part -> part * part).toArray();
            double[] sent = setup.family().isProduct()
                    ? parts
                    : masked ? squares : new double[] {Arrays.stream(squares).sum()};
            ciphers.send(transfer, Variables.LOSS_INTERMEDIATE, guest, ciphers.encrypt(sent), iteration, batch);
            if (setup.parameters().penalty().isPartOfLoss()) {
                double loss = setup.parameters().penalty().loss(weights);
                ciphers.send(
                        transfer,
                        Variables.HOST_LOSS_REGULAR,
                        guest,
                        ciphers.encrypt(new double[] {loss}),
                        iteration,
                        batch);
            }
        }
    }
}
