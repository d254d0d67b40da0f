package io.fateflow.worker.component.linear.hetero;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.optimize.Penalty;
import io.fateflow.worker.component.linear.optimize.Weights;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.crypto.paillier.PaillierNumber;
import io.fateflow.worker.exchange.Party;

/**
 * What the guest does with one batch. With one host, whom it tells all its rows, both compute their part of the gradient
 * at the same time, each with the other's encrypted d ("async"); else the guest adds up all parts of d and sends the sum.
 */
final class GuestStep {

    private final HeteroSetup setup;
    private final LinearVariables transfer;
    private final Ciphers ciphers;
    private final LinearData data;
    private final Batch batch;
    private final Object[] suffix;
    private final double[] ones;
    private final ExpectedNumbers expected;
    private final Residuals residuals;
    private final List<PaillierNumber[]> forwards = new ArrayList<>();
    /** What the last host sent for the loss. */
    private PaillierNumber[] partsOfHost = {};

    GuestStep(
            HeteroSetup setup,
            LinearVariables transfer,
            Ciphers ciphers,
            LinearData data,
            Batch batch,
            int iteration,
            int number) {
        this.setup = setup;
        this.transfer = transfer;
        this.ciphers = ciphers;
        this.data = data;
        this.batch = batch;
        this.suffix = new Object[] {iteration, number};
        this.expected = new ExpectedNumbers(data, batch.rows());
        this.residuals = new Residuals(setup.family(), data, batch.rows());
        this.ones = new double[batch.size()];
        Arrays.fill(ones, 1);
    }

    /** Computes the gradient together with the hosts, and sends it to the arbiter. */
    void sendGradient(Weights weights, boolean async) throws IOException, InterruptedException {
        PaillierNumber[] gradient = async ? alongside(weights) : central(weights);
        Penalty penalty = setup.parameters().penalty();
        double[] penalties = weights.toArray();
        for (int column = 0; column < penalties.length; column++) {
            penalties[column] = column < weights.columns() ? penalty.gradient(penalties[column]) : 0;
        }
        PaillierNumber[] all = Arrays.copyOf(gradient, weights.size());
        Ciphers.addTo(all, penalties);
        ciphers.send(transfer, Variables.GUEST_GRADIENT, setup.side().arbiter(), all, suffix);
    }

    /**
     * Sends the loss to the arbiter; nothing if there are several hosts, for products of their parts cannot be computed.
     */
    void sendLoss(Weights weights) throws IOException, InterruptedException {
        List<PaillierNumber> squares = receiveSquares();
        PaillierNumber[] penalties = receivePenalties();
        if (forwards.size() > 1) {
            ciphers.send(transfer, Variables.LOSS, setup.side().arbiter(), new PaillierNumber[0], suffix);
            return;
        }
        if (setup.family().isProduct()) {
            sendLoss(expected.loss(weights, forwards.get(0), partsOfHost).add(penalty(weights, penalties)));
            return;
        }
        sendLoss(residuals.loss(weights, forwards.get(0), squares.get(0)).add(penalty(weights, penalties)));
    }

    private void sendLoss(PaillierNumber loss) throws IOException, InterruptedException {
        ciphers.send(transfer, Variables.LOSS, setup.side().arbiter(), new PaillierNumber[] {loss}, suffix);
    }

    private PaillierNumber penalty(Weights weights, PaillierNumber... hosts) {
        return hosts.length == 0
                ? ciphers.zero(0)
                : hosts[0].add(setup.parameters().penalty().loss(weights));
    }

    private PaillierNumber[] alongside(Weights weights) throws IOException, InterruptedException {
        double[] own = residuals.weighted(weights);
        Party host = setup.side().hosts().get(0);
        ciphers.send(transfer, Variables.FORE_GRADIENT, host, ciphers.encrypt(own), suffix);
        receiveForwards();
        PaillierNumber[] sums = Ciphers.weightedSums(forwards.get(0), data, batch.rows(), ones);
        double[] plain = Arrays.copyOf(PlainSums.of(own, data, batch.rows()), sums.length);
        plain[sums.length - 1] = Arrays.stream(own).sum();
        Ciphers.addTo(sums, plain);
        return Ciphers.divide(sums, batch.size());
    }

    private PaillierNumber[] central(Weights weights) throws IOException, InterruptedException {
        receiveForwards();
        if (setup.family().isProduct()) {
            return sendMean(expected.errors(weights, forwards.get(0)));
        }
        PaillierNumber[] d = weighted(forwards.get(0));
        for (PaillierNumber[] others : forwards.subList(1, forwards.size())) {
            Ciphers.addTo(d, weighted(others));
        }
        Ciphers.addTo(d, residuals.weighted(weights));
        return sendMean(d);
    }

    private PaillierNumber[] sendMean(PaillierNumber[] d) throws IOException, InterruptedException {
        PaillierNumber[] mean = Ciphers.divide(d, batch.size());
        ciphers.key().obfuscate(mean);
        PaillierNumber[] named = named(mean);
        for (Party host : setup.side().hosts()) {
            ciphers.send(transfer, Variables.FORE_GRADIENT, host, named, suffix);
        }
        return Ciphers.weightedSums(mean, data, batch.rows(), ones);
    }

    private void receiveForwards() throws IOException, InterruptedException {
        for (Party host : setup.side().hosts()) {
            forwards.add(
                    chosen(ciphers.receive(transfer, setup.family().forward(), host, batch.named().length, suffix)));
        }
    }

    private PaillierNumber[] weighted(PaillierNumber[] forward) {
        return data.weighted()
                ? Ciphers.multiply(
                        forward,
                        Arrays.stream(batch.rows()).mapToDouble(data::weight).toArray())
                : forward.clone();
    }

    /** Of what hosts sent for the named rows that of the batch's. */
    private PaillierNumber[] chosen(PaillierNumber[] ofNamed) {
        return batch.masked()
                ? Arrays.stream(batch.places())
                        .mapToObj(place -> ofNamed[place])
                        .toArray(PaillierNumber[]::new)
                : ofNamed;
    }

    /** Zeros for rows that are only named: they add nothing to a host's gradient. */
    private PaillierNumber[] named(PaillierNumber[] d) {
        if (!batch.masked()) {
            return d;
        }
        PaillierNumber[] named = new PaillierNumber[batch.named().length];
        int[] places = batch.places();
        for (int i = 0; i < d.length; i++) {
            named[places[i]] = d[i];
        }
        int exponent = d[0].exponent();
        Arrays.parallelSetAll(named, i -> named[i] == null ? ciphers.zero(exponent) : named[i]);
        return named;
    }

    private List<PaillierNumber> receiveSquares() throws IOException, InterruptedException {
        List<PaillierNumber> sums = new ArrayList<>();
        for (Party host : setup.side().hosts()) {
            boolean each = batch.masked() || setup.family().isProduct();
            int count = each ? batch.named().length : 1;
            PaillierNumber[] squares = ciphers.receive(transfer, Variables.LOSS_INTERMEDIATE, host, count, suffix);
            partsOfHost = squares;
            sums.add(Arrays.stream(chosen(squares)).reduce(PaillierNumber::add).orElseThrow());
        }
        return sums;
    }

    private PaillierNumber[] receivePenalties() throws IOException, InterruptedException {
        List<PaillierNumber> penalties = new ArrayList<>();
        if (setup.parameters().penalty().isPartOfLoss()) {
            for (Party host : setup.side().hosts()) {
                penalties.add(ciphers.receive(transfer, Variables.HOST_LOSS_REGULAR, host, 1, suffix)[0]);
            }
        }
        return penalties.toArray(PaillierNumber[]::new);
    }
}
