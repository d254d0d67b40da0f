package io.fateflow.worker.component.linear.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.Stage;
import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.data.Predictions;
import io.fateflow.worker.component.linear.model.LinearModel;
import io.fateflow.worker.component.linear.parameter.LinearParameters;

/** Runs a linear model's component at one party: trains, goes on training, tries out, or predicts, as its inputs want. */
public final class LinearJob {

    private static final Logger log = LoggerFactory.getLogger(LinearJob.class);

    private static final String FIT = "fit";
    private static final String VALIDATE = "validate";
    private static final String PREDICT = "predict";

    private final ComponentContext context;
    private final LinearParameters parameters;
    private final LearningParty side;
    private final Agreement agreement;
    private final Training training;
    private final Prediction prediction;
    private final String variables;

    /**
     * Does nothing yet.
     *
     * @param variables the full name of FATE's class of transfer variables
     */
    public LinearJob(ComponentContext context, LinearParameters parameters, Learner learner, String variables) {
        this.context = context;
        this.parameters = parameters;
        this.variables = variables;
        this.side = new LearningParty(
                context.task().self(), context.parties(), parameters.flavour().isHomo());
        this.agreement = new Agreement(context.exchange(), side);
        this.prediction = new Prediction(parameters, learner);
        this.training = new Training(parameters, learner, agreement, side);
    }

    /** Runs. */
    public void run() throws IOException, InterruptedException {
        JobInputs inputs = JobInputs.read(context, parameters, side);
        Plan plan = agreement.plan(inputs.plan(), variables);
        if (!side.isArbiter()) {
            inputs.require(plan, side.self());
        }
        if (plan.stage() == Stage.PASS) {
            log.info("rows under data, and a model: there is nothing to do");
        } else if (!plan.train()) {
            predict(inputs);
        } else if (parameters.crossValidation().wanted()) {
            plan.stage().requireTrainData(side.self(), "need_cv");
            new CrossValidating(context, parameters, training, prediction, agreement, side).run(inputs.train());
            save(LinearModel.untrained(context.task().module(), parameters, hasIntercept()));
        } else if (parameters.stepwise().wanted()) {
            plan.stage().requireTrainData(side.self(), "need_stepwise");
            choose(inputs);
        } else {
            train(inputs, plan);
        }
    }

    /** Trains with several choices of columns; the best model is what remains. */
    private void choose(JobInputs inputs) throws IOException, InterruptedException {
        inputs.requireOnlyTrain(side.self());
        Trained best = new StepwiseSearch(context, parameters, training, side).run(inputs.train());
        save(best.model().toModel(context.task().module(), parameters, hasIntercept()));
        Optional<LinearData> chosen = aligned(inputs.train(), Optional.of(best.model()));
        write(chosen, prediction.of(best.model(), chosen, VALIDATE).stream().toList(), List.of("train"));
    }

    private void train(JobInputs inputs, Plan plan) throws IOException, InterruptedException {
        Optional<LinearData> train = aligned(inputs.train(), inputs.model());
        Optional<LinearData> validate = inputs.validate()
                .filter(given -> plan.validate())
                .flatMap(given -> train.map(data -> given.withColumns(data.header())));
        Trained trained = training.train(FIT, train, validate, plan, inputs.model(), Place.ONLY);
        trained.summary().properties().forEach(each -> context.results().summary(each.getKey(), each.getValue()));
        save(trained.model().toModel(context.task().module(), parameters, hasIntercept()));
        if (!plan.stage().hasOutput()) {
            return;
        }
        List<Predictions> output = new ArrayList<>();
        prediction.of(trained.model(), train, VALIDATE).ifPresent(output::add);
        if (plan.validate()) {
            prediction.of(trained.model(), validate, PREDICT).ifPresent(output::add);
        }
        write(train, output, List.of("train", "validate"));
    }

    private void predict(JobInputs inputs) throws IOException, InterruptedException {
        if (side.isArbiter()) {
            return;
        }
        LinearModel model = inputs.model().orElseThrow();
        Optional<LinearData> test = aligned(inputs.test(), inputs.model());
        List<Predictions> output = new ArrayList<>();
        prediction.of(model, test, PREDICT).ifPresent(output::add);
        write(test, output, List.of("predict"));
    }

    private void write(Optional<LinearData> source, List<Predictions> predictions, List<String> types)
            throws IOException {
        if (predictions.isEmpty() || source.isEmpty()) {
            return;
        }
        try (PredictionTable table =
                new PredictionTable(context, source.get().source().table())) {
            for (int i = 0; i < predictions.size(); i++) {
                table.add(predictions.get(i), types.get(i));
            }
            table.commit();
        }
    }

    /** FATE's arbiter of a homo model saves none. */
    private void save(Model model) {
        if (!parameters.flavour().isHomo() || !side.isArbiter()) {
            context.output(model);
        }
    }

    private boolean hasIntercept() {
        return parameters.initializer().fitIntercept() && side.hasIntercept();
    }

    private Optional<LinearData> aligned(Optional<LinearData> data, Optional<LinearModel> model) {
        return model.isEmpty()
                ? data
                : data.map(given -> given.withColumns(model.get().header()));
    }
}
