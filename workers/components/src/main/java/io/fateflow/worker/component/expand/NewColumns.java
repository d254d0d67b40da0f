package io.fateflow.worker.component.expand;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.columns.ProtobufJson;

/**
 * Columns to be added.
 *
 * @param values one for each, the same in all rows, as text
 */
record NewColumns(List<String> names, List<String> values) {

    /** FATE's nearly nothing, as Python writes it. */
    private static final String DEFAULT = "1e-08";

    NewColumns {
        names = List.copyOf(names);
        values = List.copyOf(values);
    }

    static NewColumns read(Parameters parameters) {
        parameters.choice("method", "manual", "manual");
        List<String> names = parameters.texts("append_header");
        JsonNode given = parameters.any("fill_value");
        parameters.refuseOthers();
        if (new HashSet<>(names).size() < names.size()) {
            throw parameters.wrong("append_header", "names a column twice");
        }
        List<String> values = new ArrayList<>();
        if (given.isArray()) {
            given.forEach(value -> values.add(text(parameters, value)));
            if (values.size() != names.size()) {
                throw parameters.wrong(
                        "fill_value",
                        "has " + values.size() + " values for " + names.size() + " columns of append_header");
            }
        } else {
            values.addAll(Collections.nCopies(names.size(), given.isMissingNode() ? DEFAULT : text(parameters, given)));
        }
        return new NewColumns(names, values);
    }

    static NewColumns load(Model model) {
        List<String> names = ProtobufJson.texts(model.meta().path("appendHeader"));
        List<String> values = ProtobufJson.texts(model.meta().path("fillValue"));
        boolean one = values.size() == 1;
        return new NewColumns(names, one ? Collections.nCopies(names.size(), values.get(0)) : values);
    }

    private static String text(Parameters parameters, JsonNode value) {
        if (!value.isNumber() && !value.isTextual()) {
            throw parameters.wrong("fill_value", "must be numbers or texts, not " + value);
        }
        return value.asText();
    }
}
