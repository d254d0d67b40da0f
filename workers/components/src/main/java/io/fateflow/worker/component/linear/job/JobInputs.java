package io.fateflow.worker.component.linear.job;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Stage;
import io.fateflow.worker.component.linear.data.DataCheck;
import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.model.LinearModel;
import io.fateflow.worker.component.linear.model.SingleModel;
import io.fateflow.worker.component.linear.parameter.Flavour;
import io.fateflow.worker.component.linear.parameter.LinearParameters;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.TableName;

/** What a party's component was given, read and checked. */
record JobInputs(
        Stage stage,
        Optional<LinearData> train,
        Optional<LinearData> validate,
        Optional<LinearData> test,
        Optional<LinearModel> model) {

    private static final String VALIDATE = "validate_data";
    private static final String TEST = "test_data";

    static JobInputs read(ComponentContext context, LinearParameters parameters, LearningParty side)
            throws IOException {
        Stage stage = Stage.of(context);
        Flavour flavour = parameters.flavour();
        Optional<LinearModel> model = context.model().map(given -> LinearModel.of(given, flavour));
        Optional<Exposure> exposure = Exposure.of(context, parameters, side);
        return new JobInputs(
                stage,
                data(context, stage.trainingKey(), flavour, side.hasLabels(), exposure),
                data(context, VALIDATE, flavour, side.hasLabels(), exposure),
                data(context, TEST, flavour, false, exposure),
                model);
    }

    /** What this party would do if it were alone. */
    Plan plan() {
        List<Integer> firstIterations = model.stream()
                .flatMap(given -> given.singles().stream())
                .map(SingleModel::iterations)
                .toList();
        return new Plan(stage, validate.isPresent(), firstIterations);
    }

    /**
     * Compares with what the guest was given.
     *
     * @throws IllegalArgumentException naming the input that this party lacks
     */
    void require(Plan plan, Party self) {
        if (plan.train()) {
            require(train, self, plan.stage().trainingKey());
        } else if (plan.stage() == Stage.PREDICT) {
            require(test, self, "train_data or " + TEST);
            require(model, self, "model to predict with");
        }
        if (plan.train() && plan.validate()) {
            require(validate, self, VALIDATE);
        }
        if (plan.goesOn()) {
            require(model, self, "model to go on with");
        }
    }

    /**
     * As FATE asks for where columns are chosen.
     *
     * @throws IllegalArgumentException if there is more
     */
    void requireOnlyTrain(Party self) {
        if (validate.isPresent() || test.isPresent() || model.isPresent()) {
            throw new IllegalArgumentException(self + " has more than train_data: with need_stepwise neither other data"
                    + " nor a model may be given to the component");
        }
    }

    private static void require(Optional<?> input, Party self, String name) {
        if (input.isEmpty()) {
            throw new IllegalArgumentException(self + " has no " + name);
        }
    }

    private static Optional<LinearData> data(
            ComponentContext context, String key, Flavour flavour, boolean hasLabels, Optional<Exposure> exposure)
            throws IOException {
        List<TableName> tables = context.inputs(key);
        if (tables.isEmpty()) {
            return Optional.empty();
        }
        DataSet loaded = DataSet.load(context.tables(), tables.get(0));
        DataSet data = exposure.map(column -> column.takenFrom(loaded)).orElse(loaded);
        DataCheck check = new DataCheck(context.task().self(), key);
        check.features(data);
        if (hasLabels && flavour.isClassifier()) {
            check.classLabels(data);
        } else if (hasLabels) {
            check.labels(data);
        }
        return Optional.of(LinearData.of(data));
    }
}
