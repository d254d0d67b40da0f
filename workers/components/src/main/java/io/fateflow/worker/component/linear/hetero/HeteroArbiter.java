package io.fateflow.worker.component.linear.hetero;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.job.Fit;
import io.fateflow.worker.component.linear.job.Fitted;
import io.fateflow.worker.component.linear.job.Learner;
import io.fateflow.worker.component.linear.job.LossCurve;
import io.fateflow.worker.component.linear.job.TrainingWatch;
import io.fateflow.worker.component.linear.model.SingleModel;
import io.fateflow.worker.component.linear.optimize.Convergence;
import io.fateflow.worker.component.linear.optimize.Optimizer;
import io.fateflow.worker.component.linear.optimize.QuasiNewton;
import io.fateflow.worker.component.linear.optimize.Weights;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.component.linear.wire.Wire;
import io.fateflow.worker.crypto.paillier.PaillierKeyPair;
import io.fateflow.worker.crypto.paillier.PaillierNumber;
import io.fateflow.worker.exchange.Party;

/** Has the private key and no data: decrypts gradients, makes steps of them, and says when it is enough. */
final class HeteroArbiter implements Learner {

    private static final Logger log = LoggerFactory.getLogger(HeteroArbiter.class);
    private static final Weights NO_WEIGHTS = Weights.of(new double[0], false);

    private final HeteroSetup setup;

    HeteroArbiter(HeteroSetup setup) {
        this.setup = setup;
    }

    @Override
    public Fitted fit(Fit fit) throws IOException, InterruptedException {
        return new Run(fit).fit();
    }

    @Override
    public Optional<double[]> predict(String namespace, Weights weights, Optional<LinearData> data) {
        return Optional.empty();
    }

    /** One training. */
    private final class Run {

        private final Fit fit;
        private final LinearVariables transfer;
        private final PaillierKeyPair keys =
                PaillierKeyPair.generate(setup.parameters().keyLength(), new SecureRandom());
        private final Ciphers ciphers = new Ciphers(keys.publicKey());
        private final QuasiNewton quasiNewton =
                new QuasiNewton(setup.parameters().curvature().memory());
        private final Optimizer optimizer = setup.looksAtCurvature()
                ? quasiNewton
                : Optimizer.of(setup.parameters().optimizer());
        private final MovingMean mean =
                new MovingMean(setup.parameters().curvature().interval());
        /** All parties' together, less what they began with: how they move is all that matters. */
        private double[] weights = new double[0];

        private final Convergence convergence = new Convergence(
                setup.parameters().earlyStop(), setup.parameters().tolerance());
        private final LossCurve curve;

        Run(Fit fit) {
            this.fit = fit;
            this.transfer = setup.transfer().in(fit.namespace());
            this.curve = new LossCurve(fit.place(), "iters", setup.context().results());
        }

        Fitted fit() throws IOException, InterruptedException {
            for (Party party : parties()) {
                transfer.send(Variables.PAILLIER_PUBKEY, party, keys.publicKey()::write);
            }
            int batches = transfer.receiveJson(
                            Variables.BATCH_INFO, setup.side().guest())
                    .path("batch_num")
                    .asInt();
            TrainingWatch watch = new TrainingWatch(setup.context(), setup.parameters(), HeteroArbiter.this, fit);
            boolean converged = false;
            int iteration = fit.firstIteration();
            while (iteration < setup.parameters().maxIterations()) {
                converged = converges(iteration, batches);
                for (Party party : parties()) {
                    transfer.sendJson(Variables.CONVERGE_FLAG, party, BooleanNode.valueOf(converged), iteration);
                }
                boolean stops = watch.stopsAfter(iteration, model(iteration, converged));
                iteration++;
                if (stops || converged) {
                    break;
                }
            }
            curve.report();
            SingleModel best = watch.best(model(iteration, converged));
            return new Fitted(best, summary(best));
        }

        private SingleModel model(int iterations, boolean converged) {
            return new SingleModel(iterations, curve.losses(), converged, List.of(), NO_WEIGHTS, SingleModel.LAST);
        }

        private boolean converges(int iteration, int batches) throws IOException, InterruptedException {
            double loss = 0;
            boolean lossKnown = true;
            double[] total = new double[0];
            for (int batch = 0; batch < batches; batch++) {
                double[] step = step(iteration, batch);
                total = sum(total, step);
                PaillierNumber[] encrypted = ciphers.receiveAny(
                        transfer, Variables.LOSS, setup.side().guest(), iteration, batch);
                lossKnown = encrypted.length > 0;
                loss += lossKnown ? keys.privateKey().decrypt(encrypted[0]) / batches : 0;
                if (setup.looksAtCurvature()) {
                    learn(step, iteration, batch);
                }
            }
            if (lossKnown) {
                curve.add(iteration, loss);
            }
            boolean converged = convergence.looksAtLoss() ? convergence.byLoss(loss) : convergence.byStep(total);
            log.info("iter {}: loss {}, is_converged {}", iteration, lossKnown ? loss : "not known", converged);
            return converged;
        }

        /** All parties' gradients are one for the optimizer: hosts in their order, then the guest. */
        private double[] step(int iteration, int batch) throws IOException, InterruptedException {
            List<double[]> gradients = decrypted(Variables.GUEST_GRADIENT, Variables.HOST_GRADIENT, iteration, batch);
            double[] all = joined(gradients);
            double[] step =
                    optimizer.step(all, setup.parameters().learningRate().at(iteration));
            int from = 0;
            for (int i = 0; i < gradients.size(); i++) {
                Party party = parties().get(i);
                String variable = isGuest(party) ? Variables.GUEST_OPTIM_GRADIENT : Variables.HOST_OPTIM_GRADIENT;
                int to = from + gradients.get(i).length;
                double[] own = Arrays.copyOfRange(step, from, to);
                transfer.send(variable, party, Wire.numbers(own), iteration, batch);
                from = to;
            }
            return step;
        }

        /** How the weights moved, here after their steps, and how the gradient changes by that. */
        private void learn(double[] step, int iteration, int batch) throws IOException, InterruptedException {
            double[] before = weights.length == 0 ? new double[step.length] : weights;
            double[] after = new double[step.length];
            Arrays.setAll(after, i -> before[i] - step[i]);
            weights = after;
            Optional<double[]> moved = mean.add(weights);
            if (moved.isPresent()) {
                double[] change =
                        joined(decrypted(Variables.GUEST_HESS_VECTOR, Variables.HOST_HESS_VECTOR, iteration, batch));
                if (change.length != step.length) {
                    throw new IOException("the parties sent " + change.length + " numbers of how the gradient of "
                            + step.length + " changes");
                }
                quasiNewton.learn(moved.get(), change);
            }
        }

        private List<double[]> decrypted(String ofGuest, String ofHosts, int iteration, int batch)
                throws IOException, InterruptedException {
            List<double[]> all = new ArrayList<>();
            for (Party party : parties()) {
                String variable = isGuest(party) ? ofGuest : ofHosts;
                all.add(keys.privateKey().decrypt(ciphers.receiveAny(transfer, variable, party, iteration, batch)));
            }
            return all;
        }

        private static double[] joined(List<double[]> parts) {
            return parts.stream().flatMapToDouble(Arrays::stream).toArray();
        }

        private List<Party> parties() {
            List<Party> parties = new ArrayList<>(setup.side().hosts());
            parties.add(setup.side().guest());
            return parties;
        }

        private boolean isGuest(Party party) {
            return party.equals(setup.side().guest());
        }

        private ObjectNode summary(SingleModel model) {
            ObjectNode summary = JsonNodeFactory.instance.objectNode();
            summary.set("loss_history", SingleModel.numbers(model.losses()));
            summary.put("is_converged", model.converged()).put("best_iteration", model.bestIteration());
            int known = model.losses().size();
            int best = model.bestIteration() == SingleModel.LAST
                    ? known - 1
                    : model.bestIteration() - fit.firstIteration();
            if (best >= 0 && best < known) {
                summary.put("best_iter_loss", model.losses().get(best));
            }
            return summary;
        }
    }

    private static double[] sum(double[] total, double[] step) {
        if (total.length == 0) {
            return step.clone();
        }
        Arrays.setAll(total, i -> total[i] + step[i]);
        return total;
    }
}
