package io.fateflow.worker.component.selection;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.Party;

/** Takes one filter after the other, at guest or host. */
abstract class SelectionRun {

    final Party self;
    final List<Party> hosts;
    final Exchange exchange;
    final IsometricModels models;
    final RemainingColumns progress;

    private final SelectionParameters parameters;
    private final DataSet data;
    private final List<String> selected;
    private final LocalFilters local;

    SelectionRun(SelectionParameters parameters, DataSet data, ComponentContext context) {
        this.parameters = parameters;
        this.data = data;
        this.self = context.task().self();
        this.hosts = context.parties().of("host");
        this.exchange = context.exchange();
        this.models = new IsometricModels(context);
        List<String> names = parameters.useAnonymous() ? data.schema().anonymousHeader() : data.header();
        this.selected = parameters.select().in(names, self).stream()
                .map(data.header()::get)
                .toList();
        this.progress = new RemainingColumns(data.header(), selected);
        this.local = new LocalFilters(data, names, self, models);
    }

    Selected run() throws IOException, InterruptedException {
        List<FilterResult> results = new ArrayList<>();
        for (Filter.Step step : parameters.steps()) {
            results.add(decidedByGuest(step.filter()) ? federated(step) : local(step.filter()));
        }
        return new Selected(parameters, data, selected, progress, results, hostNames());
    }

    /** Filters by what only the guest knows; a host's columns stay unless the guest decides for it. */
    abstract FilterResult federated(Filter.Step step) throws IOException, InterruptedException;

    /** FATE's {@code host_col_names}: of each host the columns that the model tells of. */
    abstract List<Selected.HostNames> hostNames();

    /** Goes on with what stays. */
    final FilterResult.Part keep(FilterDecision verdict, boolean highestIsBest) {
        List<String> before = progress.left();
        List<String> staying = verdict.left(self, progress.candidates(), highestIsBest);
        progress.keep(staying);
        return new FilterResult.Part(verdict.values(self), before, progress.left(), staying);
    }

    final List<Column> candidates() {
        return columns(self, progress.candidates());
    }

    static List<Column> columns(Party party, List<String> names) {
        return names.stream().map(name -> new Column(party, name)).toList();
    }

    /** Names of a host's columns that parties know. */
    final String anonymous(String name) {
        return data.schema().anonymousHeader().get(data.header().indexOf(name));
    }

    final List<String> anonymousHeader() {
        return data.schema().anonymousHeader();
    }

    private FilterResult local(Filter filter) throws IOException {
        FilterDecision verdict;
        if (filter instanceof Filter.Manually manually) {
            verdict = local.manually(manually, candidates());
        } else if (filter instanceof Filter.PercentageValue percentage) {
            verdict = local.percentage(percentage, candidates());
        } else if (filter instanceof Filter.ByMetric byMetric) {
            verdict = local.byMetric(byMetric, candidates());
        } else if (filter instanceof Filter.ByImportance byImportance) {
            verdict = local.byImportance(byImportance, candidates());
        } else {
            throw new IllegalStateException(filter.resultName() + " needs the guest");
        }
        return new FilterResult(filter, keep(verdict, filter.highestIsBest()), List.of());
    }

    private static boolean decidedByGuest(Filter filter) {
        return filter instanceof Filter.Correlation
                || (filter instanceof Filter.ByMetric metric && metric.source() == Filter.ByMetric.Source.BINNING);
    }
}
