package io.fateflow.worker.component.selection;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.fateflow.worker.component.columns.Columns;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.exchange.Party;

/** Filters for which a party needs no other. */
final class LocalFilters {

    /** FATE's: values that are the same up to eight decimals are one. */
    private static final double DECIMALS = 1e8;

    private final DataSet data;
    private final List<String> names;
    private final Party self;
    private final IsometricModels models;

    /**
     * Decides nothing yet.
     *
     * @param names of the data's columns as the user writes them
     */
    LocalFilters(DataSet data, List<String> names, Party self, IsometricModels models) {
        this.data = data;
        this.names = names;
        this.self = self;
        this.models = models;
    }

    FilterDecision manually(Filter.Manually filter, List<Column> candidates) {
        Set<Column> left = new HashSet<>(candidates);
        if (!filter.stay().isEmpty()) {
            List<Integer> staying = filter.stay().in(names, self);
            left.removeIf(column -> !staying.contains(data.header().indexOf(column.name())));
        }
        List<Integer> leaving = filter.out().presentIn(names);
        left.removeIf(column -> leaving.contains(data.header().indexOf(column.name())));
        return new FilterDecision(Map.of(), left);
    }

    FilterDecision percentage(Filter.PercentageValue filter, List<Column> candidates) {
        double most = Math.ceil(data.size() * filter.upperPct());
        Map<Column, Double> values = new LinkedHashMap<>();
        Set<Column> left = new HashSet<>();
        for (Column column : candidates) {
            boolean tooFrequent = mostFrequent(column) > most;
            values.put(column, tooFrequent ? 1.0 : 0.0);
            if (!tooFrequent) {
                left.add(column);
            }
        }
        return new FilterDecision(values, left);
    }

    FilterDecision byMetric(Filter.ByMetric filter, List<Column> candidates) throws IOException {
        if (filter.source() == Filter.ByMetric.Source.PEARSON) {
            return filter.rule().judge(candidates, new PearsonModel(models.pearson())::vif, List.of());
        }
        if (filter.source() == Filter.ByMetric.Source.PSI) {
            return filter.rule().judge(candidates, new PsiScores(models.psi()), List.of());
        }
        StatisticMetrics statistics = new StatisticMetrics(filter.rule().metric(), models.statistics(), data);
        return filter.rule().judge(candidates, statistics, List.of());
    }

    FilterDecision byImportance(Filter.ByImportance filter, List<Column> candidates) throws IOException {
        return filter.rule().judge(candidates, new ColumnImportances(models.trees(filter.module())), List.of());
    }

    private int mostFrequent(Column column) {
        int place = data.header().indexOf(column.name());
        // adding zero makes one of both zeros
        double[] values = Arrays.stream(Columns.values(data, place))
                .map(value -> Math.rint(value * DECIMALS) + 0.0)
                .sorted()
                .toArray();
        int most = 0;
        int run = 0;
        for (int i = 0; i < values.length; i++) {
            run = i > 0 && Double.compare(values[i], values[i - 1]) == 0 ? run + 1 : 1;
            most = Math.max(most, run);
        }
        return most;
    }
}
