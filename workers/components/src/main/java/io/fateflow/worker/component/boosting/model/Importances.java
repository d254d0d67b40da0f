package io.fateflow.worker.component.boosting.model;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The importances of columns, while trees grow. */
public final class Importances {

    private final Map<String, Importance> byColumn = new LinkedHashMap<>();

    /** Starts with those of an earlier model. */
    public void addAll(List<Importance> others) {
        others.forEach(each -> byColumn.put(key(each), each));
    }

    /** One more node is parted by a column. */
    public void add(String site, int feature, String name, double gain) {
        Importance one = new Importance(site, feature, name, 1, gain);
        byColumn.merge(key(one), one, (before, more) -> before.plus(1, more.gain()));
    }

    /** Takes what a party says of all its columns in place of what it said before. */
    public void replace(String site, List<Importance> others) {
        byColumn.values().removeIf(each -> each.site().equals(site));
        addAll(others);
    }

    /** The most important ones first. */
    public List<Importance> sorted() {
        return byColumn.values().stream()
                .sorted(Comparator.comparingDouble(Importance::splits)
                        .thenComparingDouble(Importance::gain)
                        .reversed())
                .toList();
    }

    /** As a summary shows them. */
    public static ObjectNode summary(List<Importance> importances) {
        ObjectNode summary = JsonNodeFactory.instance.objectNode();
        importances.forEach(each -> summary.put(each.name(), each.splits()));
        return summary;
    }

    private static String key(Importance importance) {
        return importance.site() + " " + importance.name();
    }
}
