package io.fateflow.worker.component.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.exchange.Party;

/** The guest's and the hosts' information values, from the guest's binning model. */
final class IvMetrics implements ToDoubleFunction<Column> {

    private final JsonNode param;
    private final Party guest;
    private final MetricRule.Merge merge;

    IvMetrics(JsonNode param, Party guest, MetricRule.Merge merge) {
        this.param = param;
        this.guest = guest;
        this.merge = merge;
    }

    @Override
    public double applyAsDouble(Column column) {
        JsonNode multi = param.path("multiClassResult");
        JsonNode results = multi.path(column.party().equals(guest) ? "results" : "hostResults");
        List<Double> values = new ArrayList<>();
        for (JsonNode result : results) {
            JsonNode bins = result.path("binningResult").path(column.name());
            boolean sameParty = column.party().equals(guest)
                    || result.path("partyId").asText().equals(column.party().partyId());
            if (sameParty && !bins.path("woeArray").isEmpty()) {
                values.add(bins.path("iv").asDouble());
            }
        }
        if (values.isEmpty()) {
            throw new IllegalStateException("the binning model has no iv of " + column
                    + ": bin it with statistics, or leave it out of select_names");
        }
        return switch (merge) {
            case AVERAGE ->
                values.stream().mapToDouble(Double::doubleValue).average().getAsDouble();
            case MIN -> values.stream().mapToDouble(Double::doubleValue).min().getAsDouble();
            case MAX -> values.stream().mapToDouble(Double::doubleValue).max().getAsDouble();
        };
    }
}
