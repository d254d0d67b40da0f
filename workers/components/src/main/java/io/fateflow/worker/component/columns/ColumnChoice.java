package io.fateflow.worker.component.columns;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.exchange.Party;

/** The columns that a user means with FATE's pair of parameters: indexes, or -1 for all of them, and names. */
public final class ColumnChoice {

    private static final Logger log = LoggerFactory.getLogger(ColumnChoice.class);

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
     * The places of the columns in a header: in the user's order, each once. One list of names is often meant for all
     * parties: names that this one lacks are left out with a warning, as in FATE.
     *
     * @param self whose header it is, for errors
     * @throws io.fateflow.worker.component.ParameterException if the header has no column of that index, or none at all of
     *     those that are named
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
            if (place >= 0) {
                places.add(place);
            }
        }
        overlook(header, self, places.isEmpty());
        return List.copyOf(places);
    }

    private void overlook(List<String> header, Party self, boolean hasNone) {
        for (String name : names) {
            if (!header.contains(name)) {
                if (hasNone) {
                    throw parameters.wrong(
                            namesName, "asks for column " + name + ", which the data of " + self + " does not have");
                }
                log.warn("{} asks for column {}, which the data of {} does not have: left out", namesName, name, self);
            }
        }
    }
}
