package io.fateflow.worker.component.imputation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.data.InstanceTable;
import io.fateflow.worker.exchange.Party;

/** Finds out what fills each column's gaps. */
final class ImputationFit {

    private static final Logger log = LoggerFactory.getLogger(ImputationFit.class);

    private final ImputationParameters parameters;
    private final InstanceTable data;
    private final Party self;

    ImputationFit(ImputationParameters parameters, InstanceTable data, Party self) {
        this.parameters = parameters;
        this.data = data;
        this.self = self;
    }

    ImputationModel fit() throws IOException {
        List<String> header = data.header();
        for (String column : parameters.byColumn().keySet()) {
            if (!header.contains(column)) {
                throw new IOException(
                        self + ": " + column + " not found in data header. Please check col_missing_fill_method keys.");
            }
        }
        JsonNode value = parameters.value();
        if (value.isArray() && value.size() != header.size()) {
            throw new IOException(self + ": default_value has " + value.size() + " numbers, but there are "
                    + header.size() + " columns");
        }
        ImputationModel marks = new ImputationModel(header, parameters.missing(), List.of());
        List<ColumnFill> fills = new ArrayList<>();
        for (int column = 0; column < header.size(); column++) {
            Optional<FillMethod> method = parameters.method(header.get(column));
            if (method.isPresent()) {
                fills.add(fill(header.get(column), column, method.get(), marks));
            }
        }
        return new ImputationModel(header, parameters.missing(), fills);
    }

    private ColumnFill fill(String name, int column, FillMethod method, ImputationModel marks) throws IOException {
        if (method == FillMethod.DESIGNATED) {
            JsonNode value = parameters.value();
            return new ColumnFill(name, method.text(), (value.isArray() ? value.get(column) : value).asDouble());
        }
        double value = method.of(
                        data.numbers(column).with((place, number) -> marks.isMissing(number) ? Double.NaN : number))[0];
        if (Double.isNaN(value)) {
            // as in FATE: nothing takes the place of nothing
            log.warn(
                    "{}: column {} has no value to take the {} of, and stays without any; the method designated would fill it",
                    self,
                    name,
                    method.text());
        }
        return new ColumnFill(name, method.text(), value);
    }
}
