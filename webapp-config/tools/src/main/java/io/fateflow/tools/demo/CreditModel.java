package io.fateflow.tools.demo;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

/** The federated model: each party's weights by column, as FATE's clients read them. */
final class CreditModel {

    private final List<String> guestColumns = new ArrayList<>();
    private final List<String> hostColumns = new ArrayList<>();
    private final List<Double> weights = new ArrayList<>();

    CreditModel(JsonNode guestWeights, JsonNode hostWeights) {
        guestWeights.properties().forEach(weight -> {
            guestColumns.add(weight.getKey());
            weights.add(weight.getValue().asDouble());
        });
        hostWeights.properties().forEach(weight -> {
            hostColumns.add(weight.getKey());
            weights.add(weight.getValue().asDouble());
        });
    }

    /** A person as the model sees it: the guest's columns, then the host's, those only that the model has. */
    double[] row(CreditData.Person person) {
        double[] row = new double[weights.size()];
        double[] own = guestRow(person);
        System.arraycopy(own, 0, row, 0, own.length);
        for (int i = 0; i < hostColumns.size(); i++) {
            row[own.length + i] = person.banked().get(CreditData.hostColumns().indexOf(hostColumns.get(i)));
        }
        return row;
    }

    double[] guestRow(CreditData.Person person) {
        return guestColumns.stream()
                .mapToDouble(
                        column -> person.lent().get(CreditData.guestColumns().indexOf(column)))
                .toArray();
    }

    double greatestDifference(PooledRegression pooled) {
        double greatest = 0;
        for (int i = 0; i < weights.size(); i++) {
            greatest = Math.max(
                    greatest, Math.abs(weights.get(i) - pooled.weights().get(i)));
        }
        return greatest;
    }
}
