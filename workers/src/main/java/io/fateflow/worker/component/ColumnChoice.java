package io.fateflow.worker.component;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * FATE's way to choose columns, by two parameters: a list of indexes, or -1 for all columns, and a list of names.
 *
 * @param indexesName of the parameter, for errors
 * @param all whether all are wanted
 */
public record ColumnChoice(
        Parameters parameters, String indexesName, boolean all, List<Integer> indexes, List<String> names) {

    private static final Logger log = LoggerFactory.getLogger(ColumnChoice.class);

    /** Asks for both parameters; all columns if nobody gives the indexes. */
    public static ColumnChoice of(Parameters parameters, String indexesName, String namesName) {
        JsonNode given = parameters.any(indexesName);
        List<Integer> indexes = new ArrayList<>();
        boolean all = given.isMissingNode() || (given.isInt() && given.asInt() == -1);
        if (!all && !given.isArray()) {
            throw parameters.wrong(indexesName, "must be -1 or a list of column indexes, not " + given);
        }
        for (JsonNode index : given) {
            if (!index.canConvertToInt() || index.asInt() < 0) {
                throw parameters.wrong(indexesName, "must list whole numbers from 0, not " + index);
            }
            indexes.add(index.asInt());
        }
        return new ColumnChoice(parameters, indexesName, all, indexes, parameters.texts(namesName));
    }

    /**
     * The places of the columns that are wanted, ascending. A name that the header has not is passed over, as in FATE:
     * parties share a conf.
     *
     * @throws ParameterException naming an index that is too large
     */
    public int[] in(List<String> header) {
        TreeSet<Integer> places = new TreeSet<>();
        for (int place = 0; all && place < header.size(); place++) {
            places.add(place);
        }
        for (int index : indexes) {
            if (index >= header.size()) {
                throw parameters.wrong(
                        indexesName, "has the index " + index + ", but there are " + header.size() + " columns");
            }
            places.add(index);
        }
        for (String name : names) {
            if (header.contains(name)) {
                places.add(header.indexOf(name));
            } else {
                log.warn("there is no column {} here: passed over", name);
            }
        }
        return places.stream().mapToInt(Integer::intValue).toArray();
    }
}
