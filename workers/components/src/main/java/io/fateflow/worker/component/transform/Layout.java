package io.fateflow.worker.component.transform;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Which field of a row is what.
 *
 * @param header the features
 * @param places of the features in dense data, as many as the header's; none in sparse and tag data
 * @param label its place; -1 if there is none
 * @param matchId its place; -1 if there is none
 * @param firstPair where the features of sparse and tag data begin
 */
record Layout(
        List<String> header,
        List<Integer> places,
        int label,
        @Nullable String labelName,
        int matchId,
        @Nullable String matchIdName,
        int firstPair) {

    private static final String LABEL = "label";
    private static final String MATCH_ID = "match_id";

    /**
     * Finds out where the label and the match id are among the columns of dense data; all other columns are features.
     *
     * @throws IllegalArgumentException naming the column that is missing or there twice
     */
    static Layout dense(List<String> columns, RowFormat format) {
        refuseTwins(columns);
        Set<Integer> others = new HashSet<>();
        int matchId = -1;
        if (format.withMatchId()) {
            List<Integer> ids = matchIds(columns, format);
            others.addAll(ids);
            matchId = chosen(ids, columns, format);
        }
        int label = -1;
        if (format.withLabel()) {
            label = place("label", format.labelName(), columns);
            others.add(label);
        }
        List<Integer> places = IntStream.range(0, columns.size())
                .filter(place -> !others.contains(place))
                .boxed()
                .toList();
        return new Layout(
                places.stream().map(columns::get).toList(),
                places,
                label,
                label < 0 ? null : columns.get(label),
                matchId,
                matchId < 0 ? null : columns.get(matchId),
                -1);
    }

    /** In sparse and tag data match ids come first, then the label, then the features. */
    static Layout pairs(RowFormat format, List<String> header) {
        int ids = format.leadingIds();
        if (format.withMatchId() && format.matchIdIndex() >= ids) {
            throw new IllegalArgumentException(
                    "match_id_index must be below " + ids + ", the number of match ids, not " + format.matchIdIndex());
        }
        return new Layout(
                header,
                List.of(),
                format.withLabel() ? ids : -1,
                format.withLabel() ? LABEL : null,
                format.withMatchId() ? format.matchIdIndex() : -1,
                !format.withMatchId() ? null : ids == 1 ? MATCH_ID : MATCH_ID + format.matchIdIndex(),
                format.withLabel() ? ids + 1 : ids);
    }

    /**
     * The columns that a model was trained on, in their order.
     *
     * @throws IllegalArgumentException naming columns that are missing
     */
    Layout select(List<String> training) {
        List<String> missing =
                training.stream().filter(name -> !header.contains(name)).toList();
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException(
                    "the data lacks the columns " + missing + " that the model was trained on");
        }
        List<Integer> chosen = new ArrayList<>();
        training.forEach(name -> chosen.add(places.get(header.indexOf(name))));
        return new Layout(training, chosen, label, labelName, matchId, matchIdName, firstPair);
    }

    /** Whether each feature has a field of its own. */
    boolean hasPlaces() {
        return !places.isEmpty();
    }

    /** The field of a feature of dense data. */
    int placeOf(String column) {
        return places.get(header.indexOf(column));
    }

    /** The names by which other parties know the features. */
    List<String> anonymousHeader(String role, String partyId) {
        return IntStream.range(0, header.size())
                .mapToObj(i -> role + "_" + partyId + "_x" + i)
                .toList();
    }

    /** The place of a column; FATE writes label names in lower case, so another case will do. */
    static int place(String what, String name, List<String> columns) {
        int exact = columns.indexOf(name);
        if (exact >= 0) {
            return exact;
        }
        return IntStream.range(0, columns.size())
                .filter(place -> columns.get(place).equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no " + what + " column " + name + "; the columns are " + columns));
    }

    /** The columns that a header line names. */
    static List<String> columns(String header, String delimiter) {
        return Stream.of(header.strip().split(Pattern.quote(delimiter), -1))
                .map(String::strip)
                .toList();
    }

    /** The places of all match ids: those that are listed, or the one that is named, or the first column. */
    static List<Integer> matchIds(List<String> columns, RowFormat format) {
        if (!format.idList().isEmpty()) {
            return format.idList().stream()
                    .map(id -> place("match id", id, columns))
                    .toList();
        }
        return List.of(format.matchIdName().isEmpty() ? 0 : place("match id", format.matchIdName(), columns));
    }

    private static int chosen(List<Integer> ids, List<String> columns, RowFormat format) {
        if (!format.matchIdName().isEmpty()) {
            return place("match id", format.matchIdName(), columns);
        }
        if (ids.size() > 1) {
            throw new IllegalArgumentException(
                    "there are several match ids, " + format.idList() + "; say which one to use by match_id_name");
        }
        return ids.get(0);
    }

    private static void refuseTwins(List<String> columns) {
        Set<String> seen = new HashSet<>();
        for (String column : columns) {
            if (!seen.add(column)) {
                throw new IllegalArgumentException("the header has the column " + column + " more than once");
            }
        }
    }
}
