package io.fateflow.worker.component.builtin;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A first look at a file: which line has an id's final values, and whether all rows are as wide as they should be. Keeps neither
 * rows nor ids in memory.
 */
final class UploadScan {

    private static final int UNKNOWN = -1;
    private static final int RAGGED = -2;

    /** What tables are separated by, and how it is called. */
    private static final Map<String, String> SEPARATORS =
            Map.of(",", "commas", ";", "semicolons", "\t", "tabs", "|", "vertical bars");

    private final UploadParameters parameters;
    private IdLines.Repeated repeated = IdLines.Repeated.NONE;
    private int commonWidth = UNKNOWN;
    private long rows;
    private boolean isSeparated;
    private String first = "";
    private long firstLine;
    private int width = UNKNOWN;
    private long otherWidths;
    private long firstOtherWidth;
    private int otherWidth;

    private UploadScan(UploadParameters parameters) {
        this.parameters = parameters;
    }

    static UploadScan of(UploadFile file, UploadParameters parameters) throws IOException {
        UploadScan scan = new UploadScan(parameters);
        file.readHeader(scan::noteWidth);
        if (parameters.extendSid()) {
            file.forEach(scan::note);
            return scan;
        }
        // the executor runs in its run directory
        try (IdLines ids = new IdLines(Path.of("").toAbsolutePath())) {
            file.forEach((line, id, values) -> {
                ids.add(line, id);
                scan.note(line, id, values);
            });
            scan.repeated = ids.find();
        }
        return scan;
    }

    /** Whether the line is the last one with its id: later lines overwrite earlier ones. */
    boolean counts(long line) {
        return repeated.lines() == 0 || !repeated.superseded().get(Math.toIntExact(line));
    }

    boolean everyRowHas(int columns) {
        return commonWidth == columns;
    }

    /** How many values each row has; 0 if that differs, or there are no rows. */
    int commonWidth() {
        return Math.max(commonWidth, 0);
    }

    boolean isRagged() {
        return commonWidth == RAGGED;
    }

    long rows() {
        return rows;
    }

    /** The header's line, or the first row's. */
    long firstLine() {
        return firstLine;
    }

    /** How many columns that line has, its id included. */
    int width() {
        return width;
    }

    /** Rows with more or fewer columns than the first line, where that may not be. */
    long otherWidths() {
        return parameters.rowsAreEquallyWide() ? otherWidths : 0;
    }

    long firstOtherWidth() {
        return firstOtherWidth;
    }

    int otherWidth() {
        return otherWidth;
    }

    /** Rows with the id of an earlier one. */
    long duplicates() {
        return repeated.lines();
    }

    long firstDuplicate() {
        return repeated.first();
    }

    long firstDuplicated() {
        return repeated.firstOf();
    }

    /** What seems to separate the columns of a file in whose lines the delimiter never is. */
    Optional<String> otherSeparator() {
        return isSeparated
                ? Optional.empty()
                : SEPARATORS.keySet().stream()
                        .filter(first::contains)
                        .sorted()
                        .findFirst()
                        .map(SEPARATORS::get);
    }

    private void note(long line, String id, List<String> values) {
        rows++;
        noteWidth(line, id, values);
        if (commonWidth == UNKNOWN) {
            commonWidth = values.size();
        } else if (commonWidth != values.size()) {
            commonWidth = RAGGED;
        }
    }

    private void noteWidth(long line, String id, List<String> values) {
        int columns = parameters.extendSid() ? values.size() : values.size() + 1;
        isSeparated |= columns > 1;
        if (width == UNKNOWN) {
            width = columns;
            firstLine = line;
            first = parameters.extendSid() ? values.get(0) : id;
        } else if (width != columns) {
            otherWidths++;
            if (otherWidths == 1) {
                firstOtherWidth = line;
                otherWidth = columns;
            }
        }
    }
}
