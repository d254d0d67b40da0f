package io.fateflow.worker.component.linear.job;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.databind.node.TextNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Stage;
import io.fateflow.worker.component.linear.data.Classes;
import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.parameter.LinearParameters;
import io.fateflow.worker.component.linear.parameter.Stepwise;
import io.fateflow.worker.component.linear.stepwise.ColumnMask;
import io.fateflow.worker.component.linear.stepwise.StepEnd;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.Party;

import static java.util.Objects.requireNonNull;

/**
 * FATE's stepwise choice of columns: each step trains models that have one column more or less than the last best one. The
 * arbiter, who alone knows losses, says which of them is the best; all parties then know what comes next.
 *
 * <p>What it reveals by design: each party gets to know how many columns the others have, their anonymous names, and which
 * of them each model has; the arbiter the loss of each model.
 */
final class StepwiseSearch {

    private static final Logger log = LoggerFactory.getLogger(StepwiseSearch.class);
    private static final String VARIABLES =
            "federatedml.transfer_variable.transfer_class.stepwise_transfer_variable.StepwiseTransferVariable";
    private static final String STEP_BEST = "step_best";

    private final ComponentContext context;
    private final LinearParameters parameters;
    private final Training training;
    private final LearningParty side;
    private final LinearVariables transfer;
    private final Map<ColumnMask, Trained> models = new HashMap<>();

    StepwiseSearch(ComponentContext context, LinearParameters parameters, Training training, LearningParty side) {
        this.context = context;
        this.parameters = parameters;
        this.training = training;
        this.side = side;
        this.transfer = new LinearVariables(context.exchange(), VARIABLES, Exchange.DEFAULT_TAG);
    }

    /** The best model that was found, as this party has it. */
    Trained run(Optional<LinearData> data) throws IOException, InterruptedException {
        requireTwoClasses(data);
        Stepwise wanted = parameters.stepwise();
        ColumnCounts counts = ColumnCounts.agree(transfer, side, data);
        int hostColumns = counts.host().size();
        int guestColumns = counts.guest().size();
        StepReport report = new StepReport(context, parameters, side, counts);
        StepEnd end = new StepEnd(wanted);
        int step = 0;
        ColumnMask chosen = ColumnMask.all(hostColumns, guestColumns);
        if (!wanted.backward()) {
            chosen = ColumnMask.none(hostColumns, guestColumns);
            report.start(chosen, data);
            step++;
        }
        while (true) {
            Set<ColumnMask> compared = candidates(step, chosen);
            train(step, compared, data);
            ColumnMask before = chosen;
            chosen = best(step, compared, counts);
            log.info("step {}: the best has {} columns", step, chosen.count());
            if (end.isAt(step, before, chosen)) {
                return model(chosen);
            }
            report.step(step, chosen, model(chosen), data);
            step++;
        }
    }

    private void requireTwoClasses(Optional<LinearData> data) {
        if (side.hasLabels() && parameters.flavour().isClassifier()) {
            Classes classes = Classes.of(data.orElseThrow());
            if (classes.oneVsRest()) {
                throw new IllegalArgumentException(
                        side.self() + ": train_data has more than two classes, but columns are"
                                + " chosen for two only: set need_stepwise to false");
            }
        }
    }

    /** The last best one, and what is one step from it; the first step is to try that itself. */
    private Set<ColumnMask> candidates(int step, ColumnMask chosen) {
        Set<ColumnMask> candidates = new LinkedHashSet<>();
        if (!chosen.isEmpty()) {
            candidates.add(chosen);
        }
        if (parameters.stepwise().backward() && step > 0) {
            candidates.addAll(chosen.withOneLess());
        }
        if (parameters.stepwise().forward()) {
            candidates.addAll(chosen.withOneMore());
        }
        return candidates;
    }

    private void train(int step, Collection<ColumnMask> candidates, Optional<LinearData> data)
            throws IOException, InterruptedException {
        int number = 0;
        for (ColumnMask candidate : candidates) {
            if (!models.containsKey(candidate)) {
                Optional<LinearData> some =
                        data.map(all -> all.withColumns(own(candidate).columns(all.header(), true)));
                models.put(
                        candidate,
                        training.train(
                                "train.step" + step + ".model" + number,
                                some,
                                Optional.empty(),
                                new Plan(Stage.TRAIN, false, List.of()),
                                Optional.empty(),
                                Place.candidate(models.size())));
                number++;
            }
        }
    }

    private ColumnMask own(ColumnMask mask) {
        return side.isGuest() ? mask.guest() : mask.host();
    }

    private ColumnMask best(int step, Collection<ColumnMask> candidates, ColumnCounts counts)
            throws IOException, InterruptedException {
        if (!side.isArbiter()) {
            String digits =
                    transfer.receiveJson(STEP_BEST, side.arbiter(), step).asText();
            return candidates.stream()
                    .filter(candidate -> candidate.digits().equals(digits))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            side.arbiter() + " chose columns that were not to be compared in step " + step));
        }
        ColumnMask best = candidates.iterator().next();
        for (ColumnMask candidate : candidates) {
            if (score(candidate, counts) < score(best, counts)) {
                best = candidate;
            }
        }
        for (Party party : List.of(side.hosts().get(0), side.guest())) {
            transfer.sendJson(STEP_BEST, party, TextNode.valueOf(best.digits()), step);
        }
        return best;
    }

    private double score(ColumnMask mask, ColumnCounts counts) {
        return StepReport.score(parameters, mask, counts.rows(), StepReport.loss(model(mask)));
    }

    private Trained model(ColumnMask mask) {
        return requireNonNull(models.get(mask), "each one that is compared was trained");
    }
}
