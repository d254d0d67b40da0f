package io.fateflow.worker.component.selection;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.columns.ProtobufJson;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.exchange.Party;

/** A host's part: of filters that the guest decides it gets to know which of its columns stay. */
final class HostSelection extends SelectionRun {

    private final List<Party> guests;

    HostSelection(SelectionParameters parameters, DataSet data, ComponentContext context) {
        super(parameters, data, context);
        this.guests = context.parties().of("guest");
    }

    @Override
    FilterResult federated(Filter.Step step) throws IOException, InterruptedException {
        List<Column> candidates = candidates();
        if (step.filter().federated()) {
            Party guest = guests.get(0);
            exchange.sendJson(
                    SelectionVariables.HOST_SELECT_COLS,
                    step.tag(),
                    guest,
                    ProtobufJson.texts(candidates.stream()
                            .map(column -> anonymous(column.name()))
                            .toList()));
            List<String> left =
                    ProtobufJson.texts(exchange.receiveJson(SelectionVariables.RESULT_LEFT_COLS, step.tag(), guest));
            candidates = candidates.stream()
                    .filter(column -> left.contains(anonymous(column.name())))
                    .toList();
        }
        FilterDecision verdict = new FilterDecision(Map.of(), Set.copyOf(candidates));
        return new FilterResult(step.filter(), keep(verdict, true), List.of());
    }

    @Override
    List<Selected.HostNames> hostNames() {
        return List.of(new Selected.HostNames(self.partyId(), anonymousHeader()));
    }
}
