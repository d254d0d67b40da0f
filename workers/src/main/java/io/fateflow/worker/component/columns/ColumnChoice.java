package io.fateflow.worker.component.columns;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.exchange.Party;

/** The columns that a user means with FATE's pair of parameters: indexes, or -1 for all of them, and names. */
public final class ColumnChoice {

    private final Parameters parameters;
    private final String indexesName;
    private final String namesName;
    private final boolean all;
    private final List<Integer> indexes;
    private final List<String> names;

    private ColumnChoice(
            Parameters parameters,
            String indexesName,
            String namesName,
            boolean all,
            List<Integer> indexes,
            List<String> names) {
        this.parameters = parameters;
        this.indexesName = indexesName;
        this.namesName = namesName;
        this.all = all;
        this.indexes = indexes;
        this.names = names;
    }

    /**
     * Reads both parameters.
     *
     * @param allByDefault whether nothing given means all columns; a null never does
     */
    public static ColumnChoice read(Parameters parameters, String indexesName, String namesName, boolean allByDefault) {
        JsonNode given = parameters.any(indexesName);
        List<String> names = parameters.texts(namesName);
        boolean all = given.isMissingNode()
                ? allByDefault && names.isEmpty() && !parameters.isNull(indexesName)
                : given.isInt() && given.asInt() == -1;
        if (!given.isMissingNode() && !all && !given.isArray()) {
            throw parameters.wrong(indexesName, "must be -1 for all columns, or a list of indexes, not " + given);
        }
        List<Integer> indexes = new ArrayList<>();
        for (JsonNode index : given) {
            if (!index.isInt() || index.asInt() < 0) {
                throw parameters.wrong(indexesName, "must be a list of whole numbers from 0, not " + given);
            }
            indexes.add(index.asInt());
        }
        return new ColumnChoice(parameters, indexesName, namesName, all, indexes, names);
    }

    /** Whether all columns are meant. */
    public boolean all() {
        return all;
    }

    /** Whether nothing was named. */
    public boolean isEmpty() {
        return !all && indexes.isEmpty() && names.isEmpty();
    }

    /** The places of those columns that a header has; FATE overlooks the others where it says so. */
    public List<Integer> presentIn(List<String> header) {
        return IntStream.range(0, header.size())
                .filter(place -> all || indexes.contains(place) || names.contains(header.get(place)))
                .boxed()
                .toList();
    }

    /**
     * The places of the columns in a header: in the user's order, each once.
     *
     * @param self whose header it is, for errors
     * @throws io.fateflow.worker.component.ParameterException if the header has no such column
     */
    public List<Integer> in(List<String> header, Party self) {
        Set<Integer> places = new LinkedHashSet<>();
        if (all) {
            for (int place = 0; place < header.size(); place++) {
                places.add(place);
            }
        }
        for (int index : indexes) {
            if (index >= header.size()) {
                throw parameters.wrong(
                        indexesName,
                        "asks for column " + index + ", but the data of " + self + " has the columns 0 to "
                                + (header.size() - 1));
            }
            places.add(index);
        }
        for (String name : names) {
            int place = header.indexOf(name);
            if (place < 0) {
                throw parameters.wrong(
                        namesName, "asks for column " + name + ", which the data of " + self + " does not have");
            }
            places.add(place);
        }
        return List.copyOf(places);
    }
}
