package io.fateflow.worker.component.evaluation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.google.auto.service.AutoService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Input;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.exchange.Party;

/**
 * Measures predictions, model by model and type by type. A party that has no predictions, such as the host and the
 * arbiter of a vertical model, has nothing to measure, and succeeds.
 */
@AutoService(Component.class)
public final class Evaluation implements Component {

    private static final Logger log = LoggerFactory.getLogger(Evaluation.class);

    @Override
    public String module() {
        return "Evaluation";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        EvaluationParameters.from(parameters);
    }

    @Override
    public void run(ComponentContext context) throws IOException {
        EvaluationParameters parameters = EvaluationParameters.from(context.parameters());
        if (parameters.type() == EvalType.CLUSTERING) {
            new ClusteringEvaluation(context, parameters).run();
            return;
        }
        Map<String, List<Input>> byModel = new LinkedHashMap<>();
        for (Input input : context.inputs()) {
            byModel.computeIfAbsent(input.component(), model -> new ArrayList<>())
                    .add(input);
        }
        if (byModel.isEmpty()) {
            log.info("no predictions here, nothing to evaluate");
        }
        for (Map.Entry<String, List<Input>> model : byModel.entrySet()) {
            PredictionReader reader = new PredictionReader(parameters);
            for (Input input : model.getValue()) {
                reader.read(input, context.tables());
            }
            new ModelEvaluation(model.getKey(), parameters, reader).writeTo(context.results());
        }
    }
}
