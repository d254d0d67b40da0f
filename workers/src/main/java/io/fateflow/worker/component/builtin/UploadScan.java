package io.fateflow.worker.component.builtin;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A first look at a file: which line has an id's final values, and whether all rows are equally wide. Keeps the ids in
 * memory, nothing else.
 */
final class UploadScan {

    private static final int UNKNOWN = -1;
    private static final int RAGGED = -2;

    private final Map<String, Long> lastLine = new HashMap<>();
    private int width = UNKNOWN;

    private final boolean idsAreUnique;

    private UploadScan(boolean idsAreUnique) {
        this.idsAreUnique = idsAreUnique;
    }

    /** With {@code idsAreUnique} no id needs to be kept. */
    static UploadScan of(UploadFile file, boolean idsAreUnique) throws IOException {
        UploadScan scan = new UploadScan(idsAreUnique);
        file.forEach(scan::note);
        return scan;
    }

    /** Whether the line is the last one with its id: later lines overwrite earlier ones. */
    boolean counts(long line, String id) {
        return lastLine.getOrDefault(id, line) == line;
    }

    boolean everyRowHas(int columns) {
        return width == columns;
    }

    /** How many values each row has; 0 if that differs, or there are no rows. */
    int commonWidth() {
        return Math.max(width, 0);
    }

    boolean isRagged() {
        return width == RAGGED;
    }

    private void note(long line, String id, List<String> values) {
        if (!idsAreUnique) {
            lastLine.put(id, line);
        }
        if (width == UNKNOWN) {
            width = values.size();
        } else if (width != values.size()) {
            width = RAGGED;
        }
    }
}
