package io.fateflow.worker.component.builtin;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.auto.service.AutoService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Metric;
import io.fateflow.worker.component.ModelInput;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.exchange.Party;

/**
 * FATE's ModelLoader: hands on what a component of an earlier job has learned at this party, at its end or at one of its
 * checkpoints. The server has found it. An arbiter has nothing to load of many components, and succeeds without.
 */
@AutoService(Component.class)
public final class ModelLoader implements Component {

    private static final Logger log = LoggerFactory.getLogger(ModelLoader.class);
    private static final List<String> WHICH = List.of("model_id", "model_version", "component_name");
    private static final String ALIAS = "model_alias";
    private static final String INDEX = "step_index";
    private static final String NAME = "step_name";

    @Override
    public String module() {
        return "ModelLoader";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        read(parameters);
    }

    @Override
    public void run(ComponentContext context) throws IOException {
        ObjectNode named = read(context.parameters());
        Optional<ModelInput> found = context.models().stream()
                .filter(input -> input.kind() == ModelInput.Kind.MODEL)
                .findFirst();
        Party self = context.task().self();
        if (found.isEmpty() && self.role().equals("arbiter")) {
            log.info("this arbiter has learned nothing of {}", shown(named));
            return;
        }
        ModelInput input = found.orElseThrow(() -> new IOException("FFB-4042 " + self
                + ": Unable to find component model and checkpoint: " + shown(named) + " is not at this party"));
        context.output(input.model());
        boolean step = !named.has(ALIAS) && (named.has(INDEX) || named.has(NAME));
        context.results()
                .metric(new Metric(
                        "model_loader",
                        input.component() + "-" + input.alias(),
                        step ? "CHECKPOINT_INFO" : "COMPONENT_MODEL_INFO",
                        named.put(ALIAS, input.alias()),
                        Map.of()));
    }

    /** What names the model. */
    private static ObjectNode read(Parameters parameters) {
        ObjectNode named = JsonNodeFactory.instance.objectNode();
        for (String key : WHICH) {
            named.put(key, parameters.text(key, ""));
        }
        for (String key : new String[] {ALIAS, NAME}) {
            String value = parameters.text(key, "");
            if (!value.isEmpty()) {
                named.put(key, value);
            }
        }
        if (!parameters.any(INDEX).isMissingNode()) {
            named.put(INDEX, parameters.integer(INDEX, 0, 0, Integer.MAX_VALUE));
        }
        parameters.refuseOthers();
        for (String key : WHICH) {
            if (named.path(key).asText().isEmpty()) {
                throw parameters.wrong(key, "must say which model to load");
            }
        }
        return named;
    }

    private static String shown(ObjectNode named) {
        StringJoiner shown = new StringJoiner(", ");
        named.properties()
                .forEach(each -> shown.add(each.getKey() + " " + each.getValue().asText()));
        return shown.toString();
    }
}
