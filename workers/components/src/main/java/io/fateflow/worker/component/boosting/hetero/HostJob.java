package io.fateflow.worker.component.boosting.hetero;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;

import io.fateflow.worker.component.boosting.data.ColumnTable;
import io.fateflow.worker.component.boosting.model.BoostingModel;
import io.fateflow.worker.component.boosting.model.ModelJson;
import io.fateflow.worker.component.boosting.predict.TreeRows;
import io.fateflow.worker.component.boosting.validate.FoldTable;
import io.fateflow.worker.component.linear.wire.LinearVariables;

/** What a host's component does, with what it was given. */
record HostJob(Setup setup, Inputs inputs) implements BoostingJob {

    @Override
    public void train(JsonNode plan) throws IOException, InterruptedException {
        LinearVariables transfer = setup.boosting("fit");
        ColumnTable train = take(transfer, inputs.train().orElseThrow(), "train");
        Optional<ColumnTable> validate = Optional.empty();
        if (plan.path("validate").asBoolean()) {
            validate = Optional.of(
                    take(transfer, inputs.validate().orElseThrow(), "validate").withColumns(train.header()));
        }
        Optional<BoostingModel> start =
                inputs.model().filter(model -> plan.path("goes_on").asBoolean());
        HostTraining.Trained trained =
                new HostTraining(setup, new TrainingInput("fit", train, validate, start, OptionalInt.empty())).run();
        trained.summary()
                .properties()
                .forEach(each -> setup.context().results().summary(each.getKey(), each.getValue()));
        setup.context()
                .output(ModelJson.HOST.write(setup.context().task().module(), setup.parameters(), trained.model()));
    }

    @Override
    public void predict() throws IOException, InterruptedException {
        ColumnTable test = take(setup.boosting("predict"), inputs.test().orElseThrow());
        BoostingModel model = inputs.model().orElseThrow();
        BoostingModel.Learned learned = model.learned();
        TreeRows rows = new TreeRows(model.trees(), test, learned.useMissing(), learned.zeroAsMissing());
        LinearVariables transfer = setup.predict("predict");
        if (setup.parameters().inference().encrypted()) {
            new EncryptedHostPrediction(setup, transfer, rows, model).serve();
        } else {
            new HostPrediction(setup, transfer, rows, learned).serve();
        }
    }

    /** The guest's rows; what was read is given up for them. */
    private ColumnTable take(LinearVariables transfer, ColumnTable own, Object... suffix)
            throws IOException, InterruptedException {
        return own.take(SharedRows.find(setup, transfer, Variables.SAMPLE_IDS, own, suffix));
    }

    @Override
    public void crossValidate() throws IOException, InterruptedException {
        ColumnTable all = inputs.train().orElseThrow();
        int count = setup.parameters().crossValidation().splits();
        try (FoldTable table = new FoldTable(setup.context(), all.table())) {
            for (int fold = 0; fold < count; fold++) {
                LinearVariables transfer = setup.of(Variables.FOLDS, Integer.toString(fold));
                ColumnTable train = all.rows(SharedRows.find(setup, transfer, "train_sid", all, fold));
                ColumnTable test = all.rows(SharedRows.find(setup, transfer, "test_sid", all, fold));
                HostTraining.Trained trained = new HostTraining(
                                setup,
                                new TrainingInput(
                                        "train." + fold,
                                        train,
                                        Optional.of(test),
                                        Optional.empty(),
                                        OptionalInt.of(fold)))
                        .run();
                setup.context().results().summary("fold_" + fold, trained.summary());
                table.add(train, fold, "train");
                table.add(test, fold, "validate");
            }
            if (setup.parameters().crossValidation().keepsHistory()) {
                table.commit();
            }
        }
        setup.context().results().summary("fold_num", IntNode.valueOf(count));
    }
}
