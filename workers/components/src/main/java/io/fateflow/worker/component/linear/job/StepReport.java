package io.fateflow.worker.component.linear.job;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Metric;
import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.component.linear.model.SingleModel;
import io.fateflow.worker.component.linear.parameter.LinearParameters;
import io.fateflow.worker.component.linear.stepwise.ColumnMask;
import io.fateflow.worker.component.linear.stepwise.InterceptOnly;
import io.fateflow.worker.component.linear.stepwise.Score;

/** FATE's metrics {@code stepwise_<step>} and summary of each step's best model, as a party knows it. */
record StepReport(ComponentContext context, LinearParameters parameters, LearningParty side, ColumnCounts counts) {

    /** The last loss of a model that the arbiter was part of. */
    static double loss(Trained trained) {
        List<Double> losses = trained.model().singles().get(0).losses();
        if (losses.isEmpty()) {
            throw new IllegalArgumentException(
                    "no loss is known of a model, but columns are chosen by it: set need_stepwise to false");
        }
        return losses.get(losses.size() - 1);
    }

    static double score(LinearParameters parameters, ColumnMask mask, int rows, double loss) {
        int intercept = parameters.initializer().fitIntercept() ? 1 : 0;
        return Score.of(parameters.stepwise().criterion(), parameters.flavour(), rows)
                .of(mask.count() + intercept, loss);
    }

    /** Of the model without columns, of which only the guest knows anything. */
    void start(ColumnMask none, Optional<LinearData> data) {
        Optional<InterceptOnly> start = side.isGuest()
                        && parameters.initializer().fitIntercept()
                ? InterceptOnly.of(parameters.flavour(), data.orElseThrow().labels())
                : Optional.empty();
        Double loss = start.map(InterceptOnly::loss).orElse(null);
        ObjectNode metas = metas(none, loss);
        data.ifPresent(given -> {
            ofColumns(metas, none, given);
            metas.put("intercept", start.map(InterceptOnly::intercept).orElse(null));
            metas.putObject("weight");
            metas.putArray("header");
        });
        report(0, none, metas, loss, data);
    }

    void step(int step, ColumnMask best, Trained trained, Optional<LinearData> data) {
        SingleModel model = trained.model().singles().get(0);
        Double loss = side.isArbiter() ? loss(trained) : null;
        ObjectNode metas = metas(best, loss);
        data.ifPresent(given -> {
            ofColumns(metas, best, given);
            metas.put("intercept", model.weights().intercept()).set("weight", model.coefficients());
            metas.set("header", texts(model.header()));
        });
        report(step, best, metas, loss, data);
    }

    private ObjectNode metas(ColumnMask mask, @Nullable Double loss) {
        ObjectNode metas = JsonNodeFactory.instance.objectNode();
        metas.set("host_mask", flags(mask.host()));
        metas.set("guest_mask", flags(mask.guest()));
        metas.put("score_name", LinearParameters.fateName(parameters.stepwise().criterion()))
                .put("number_in", mask.count())
                .put("direction", parameters.stepwise().direction())
                .put("n_count", counts.rows());
        metas.set("host_features_anonym", texts(counts.host()));
        metas.set("guest_features_anonym", texts(counts.guest()));
        return metas.put("loss", loss)
                .put("current_ic_val", score(mask, loss))
                .put("fit_intercept", parameters.initializer().fitIntercept() && side.hasIntercept());
    }

    private @Nullable Double score(ColumnMask mask, @Nullable Double loss) {
        return loss == null ? null : Double.valueOf(score(parameters, mask, counts.rows(), loss));
    }

    private void ofColumns(ObjectNode metas, ColumnMask mask, LinearData data) {
        ColumnMask own = side.isGuest() ? mask.guest() : mask.host();
        metas.set("all_features", texts(data.header()));
        metas.set("to_enter", texts(own.columns(data.header(), false)));
    }

    private void report(int step, ColumnMask mask, ObjectNode metas, @Nullable Double loss, Optional<LinearData> data) {
        String name = "stepwise_" + step;
        context.results().metric(new Metric("train", name, "STEPWISE", metas, Map.of(name, DoubleNode.valueOf(step))));
        ObjectNode summary = JsonNodeFactory.instance.objectNode();
        if (data.isEmpty()) {
            summary.put("loss", loss).put("ic_val", score(mask, loss));
        } else {
            // a party's own columns have their names
            List<String> header = data.get().header();
            List<String> guest = side.isGuest() ? header : counts.guest();
            List<String> host = side.isGuest() ? counts.host() : header;
            summary.set("guest_features", texts(mask.guest().columns(guest, true)));
            summary.set("host_features", texts(mask.host().columns(host, true)));
        }
        context.results().summary("step_" + step, summary);
    }

    private static ArrayNode flags(ColumnMask mask) {
        ArrayNode flags = JsonNodeFactory.instance.arrayNode();
        for (int column = 0; column < mask.digits().length(); column++) {
            flags.add(mask.has(column));
        }
        return flags;
    }

    private static ArrayNode texts(List<String> texts) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        texts.forEach(array::add);
        return array;
    }
}
