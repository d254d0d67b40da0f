package io.fateflow.worker.component.selection;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.columns.ProtobufJson;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.exchange.Party;

/** The guest's part: it also decides for hosts, by what it knows of their columns under anonymous names. */
final class GuestSelection extends SelectionRun {

    private final Map<Party, RemainingColumns> hostProgress = new LinkedHashMap<>();

    GuestSelection(SelectionParameters parameters, DataSet data, ComponentContext context) {
        super(parameters, data, context);
    }

    @Override
    FilterResult federated(Filter.Step step) throws IOException, InterruptedException {
        Filter filter = step.filter();
        List<Column> candidates = new ArrayList<>(candidates());
        Map<Party, List<String>> ofHosts = new LinkedHashMap<>();
        if (filter.federated()) {
            for (Party host : hosts) {
                ofHosts.put(
                        host,
                        ProtobufJson.texts(
                                exchange.receiveJson(SelectionVariables.HOST_SELECT_COLS, step.tag(), host)));
                candidates.addAll(columns(host, ofHosts.getOrDefault(host, List.of())));
            }
        }
        FilterDecision verdict = judge(filter, candidates);
        FilterResult.Part own = keep(verdict, filter.highestIsBest());
        List<FilterResult.Part> parts = new ArrayList<>();
        for (Map.Entry<Party, List<String>> host : ofHosts.entrySet()) {
            FilterResult.Part part = part(host.getKey(), host.getValue(), verdict, filter.highestIsBest());
            exchange.sendJson(
                    SelectionVariables.RESULT_LEFT_COLS, step.tag(), host.getKey(), ProtobufJson.texts(part.left()));
            parts.add(part);
        }
        return new FilterResult(filter, own, parts);
    }

    @Override
    List<Selected.HostNames> hostNames() {
        return hostProgress.entrySet().stream()
                .map(host -> new Selected.HostNames(
                        host.getKey().partyId(), host.getValue().sorted()))
                .toList();
    }

    private FilterResult.Part part(Party host, List<String> candidates, FilterDecision verdict, boolean highestIsBest) {
        List<String> staying = verdict.left(host, candidates, highestIsBest);
        hostProgress
                .computeIfAbsent(host, first -> new RemainingColumns(candidates, candidates))
                .keep(staying);
        return new FilterResult.Part(verdict.values(host), candidates, staying, staying);
    }

    private FilterDecision judge(Filter filter, List<Column> candidates) throws IOException {
        if (filter instanceof Filter.ByMetric byMetric) {
            MetricRule rule = byMetric.rule();
            return rule.judge(candidates, new IvMetrics(models.binning(), self, rule.merge()), hosts);
        }
        Filter.Correlation correlation = (Filter.Correlation) filter;
        PearsonModel pearson = new PearsonModel(models.pearson());
        if (filter.federated() && pearson.host().isEmpty()) {
            throw new IOException(
                    "correlation_filter at " + self
                            + " has no correlations with a host: set cross_parties of HeteroPearson, or unset select_federated");
        }
        IvMetrics iv = new IvMetrics(models.binning(), self, MetricRule.Merge.AVERAGE);
        return new CorrelationJudge(correlation.threshold(), pearson, iv).judge(candidates);
    }
}
