package io.fateflow.worker.component.linear.job;

import java.util.List;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.linear.model.LinearModel;

/**
 * What came out of training, with one single model or several.
 *
 * @param summary FATE's, for users
 */
record Trained(LinearModel model, ObjectNode summary) {

    static Trained of(Fitted fitted) {
        return new Trained(LinearModel.of(fitted.model()), fitted.summary());
    }

    static Trained oneVsRest(List<Fitted> fitted, List<String> classes) {
        ObjectNode summary = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < classes.size(); i++) {
            summary.set(classes.get(i), fitted.get(i).summary().put("one_vs_rest", true));
        }
        return new Trained(new LinearModel(fitted.stream().map(Fitted::model).toList(), classes), summary);
    }
}
