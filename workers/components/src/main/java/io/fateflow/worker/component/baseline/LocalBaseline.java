package io.fateflow.worker.component.baseline;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.Stage;
import io.fateflow.worker.component.linear.data.Classes;
import io.fateflow.worker.component.linear.data.DataCheck;
import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.data.Predictions;
import io.fateflow.worker.component.linear.model.LinearModel;
import io.fateflow.worker.component.linear.model.SingleModel;
import io.fateflow.worker.component.linear.optimize.Weights;
import io.fateflow.worker.component.linear.parameter.Flavour;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableWriter;

/**
 * FATE's LocalBaseline: a logistic regression with one party's own columns, as scikit-learn's. Sends nothing. Whatever the
 * solver, it goes the way of lbfgs: with enough iterations they all come to the same minimum, with few the others
 * would be elsewhere on their way, those that draw rows at random each time.
 */
@AutoService(Component.class)
public final class LocalBaseline implements Component {

    private static final String MODULE = "LocalBaseline";

    @Override
    public String module() {
        return MODULE;
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        BaselineParameters.read(parameters);
    }

    @Override
    public void run(ComponentContext context) throws IOException {
        BaselineParameters parameters = BaselineParameters.read(context.parameters());
        Stage stage = Stage.of(context);
        if (stage == Stage.PASS) {
            return;
        }
        Optional<LinearData> train = data(context, stage.trainingKey(), true);
        LinearModel model;
        List<Predictions> predictions = new ArrayList<>();
        List<String> types = new ArrayList<>();
        LinearData source;
        if (train.isPresent()) {
            source = train.get();
            model = train(context, parameters, source);
            if (!stage.hasOutput()) {
                return;
            }
            predictions.add(predict(model, source, parameters));
            types.add("train");
            Optional<LinearData> validate = data(context, "validate_data", true);
            if (validate.isPresent()) {
                predictions.add(predict(model, validate.get().withColumns(model.header()), parameters));
                types.add("validate");
            }
        } else {
            source = data(context, "test_data", false)
                    .orElseThrow(() -> new IOException(
                            context.task().self() + ": LocalBaseline has neither train_data nor test_data"));
            model = load(context);
            predictions.add(predict(model, source.withColumns(model.header()), parameters));
            types.add("predict");
        }
        write(context, source, predictions, types);
    }

    private static Optional<LinearData> data(ComponentContext context, String key, boolean labelled)
            throws IOException {
        Optional<TableName> name = context.input(key);
        if (name.isEmpty()) {
            return Optional.empty();
        }
        DataSet data = DataSet.load(context.tables(), name.get());
        DataCheck check = new DataCheck(context.task().self(), key);
        check.features(data);
        if (labelled) {
            check.classLabels(data);
        }
        return Optional.of(LinearData.of(data));
    }

    private static LinearModel train(ComponentContext context, BaselineParameters parameters, LinearData data) {
        Classes classes = Classes.of(data);
        List<SingleModel> singles = new ArrayList<>();
        if (classes.oneVsRest()) {
            if (!parameters.oneVsRest()) {
                throw new IllegalArgumentException(context.task().self() + ": there are " + classes.count()
                        + " classes: set multi_class to ovr in model_opts, a multinomial model is not supported");
            }
            for (long label : classes.labels()) {
                singles.add(fit(parameters, data.withLabels(each -> each == label ? 1 : 0)));
            }
        } else {
            classes.requireBinary();
            singles.add(fit(parameters, data));
        }
        LinearModel model = new LinearModel(singles, classes.oneVsRest() ? classes.names() : List.of());
        summary(context, model);
        context.output(toModel(parameters, model));
        return model;
    }

    private static SingleModel fit(BaselineParameters parameters, LinearData data) {
        LimitedMemory.End end = new LimitedMemory(
                        new LogisticLoss(data, parameters), parameters.tolerance(), parameters.maxIterations())
                .minimize();
        return new SingleModel(
                end.iterations(),
                List.of(),
                end.iterations() < parameters.maxIterations(),
                data.header(),
                Weights.of(end.at(), parameters.fitIntercept()),
                SingleModel.LAST);
    }

    private static Predictions predict(LinearModel model, LinearData data, BaselineParameters parameters) {
        List<double[]> scores = new ArrayList<>();
        for (SingleModel single : model.singles()) {
            double[] probabilities = new double[data.size()];
            for (int row = 0; row < probabilities.length; row++) {
                probabilities[row] = 1 / (1 + Math.exp(-single.weights().apply(data.features(row))));
            }
            scores.add(probabilities);
        }
        if (!model.oneVsRest()) {
            return Predictions.binary(data, scores.get(0), parameters.threshold());
        }
        for (int row = 0; row < data.size(); row++) {
            double sum = 0;
            for (double[] each : scores) {
                sum += each[row];
            }
            for (double[] each : scores) {
                each[row] /= sum;
            }
        }
        return Predictions.classes(data, model.classes(), scores);
    }

    private static void write(
            ComponentContext context, LinearData source, List<Predictions> predictions, List<String> types)
            throws IOException {
        TableSchema table = source.source().table();
        TableSchema schema = TableSchema.of(table.sid(), Predictions.COLUMNS, table.partitions());
        try (TableWriter writer = context.tables().create(context.newOutputTable(), schema)) {
            for (int i = 0; i < predictions.size(); i++) {
                for (int row = 0; row < predictions.get(i).size(); row++) {
                    Row predicted = predictions.get(i).row(row, types.get(i));
                    writer.add(predicted);
                }
            }
            context.output(0, writer.commit());
        }
    }

    private static void summary(ComponentContext context, LinearModel model) {
        for (int i = 0; i < model.singles().size(); i++) {
            SingleModel single = model.singles().get(i);
            ObjectNode summary = JsonNodeFactory.instance.objectNode();
            summary.set("coef", single.coefficients());
            summary.put("intercept", single.weights().intercept())
                    .put("is_converged", single.converged())
                    .put("iters", single.iterations());
            if (model.oneVsRest()) {
                context.results().summary(model.classes().get(i), summary);
            } else {
                summary.properties().forEach(each -> context.results().summary(each.getKey(), each.getValue()));
            }
        }
        context.results().summary("one_vs_rest", BooleanNode.valueOf(model.oneVsRest()));
    }

    private static Model toModel(BaselineParameters parameters, LinearModel model) {
        ObjectNode meta = JsonNodeFactory.instance
                .objectNode()
                .put("penalty", parameters.penalized() ? "l2" : "none")
                .put("tol", parameters.tolerance())
                .put("fitIntercept", parameters.fitIntercept())
                .put("optimizer", parameters.solver())
                .put("needOneVsRest", model.oneVsRest())
                .put("maxIter", Integer.toString(parameters.maxIterations()));
        meta.putObject("predictParam").put("threshold", parameters.threshold());
        ObjectNode param = model.toModel(MODULE, BaselineParameters.form(), parameters.fitIntercept())
                .param();
        return new Model(MODULE, MODULE + "Meta", meta, MODULE + "Param", param);
    }

    private static LinearModel load(ComponentContext context) throws IOException {
        Model model = context.model()
                .orElseThrow(
                        () -> new IOException(context.task().self() + ": LocalBaseline has no model to predict with"));
        if (!model.paramName().equals(MODULE + "Param")) {
            throw new IOException(context.task().self() + ": this is a model of " + model.module()
                    + ", needed is one of LocalBaseline");
        }
        return LinearModel.of(
                new Model(MODULE, "", model.meta(), "HeteroLogisticRegressionParam", model.param()), Flavour.HETERO_LR);
    }
}
