package io.fateflow.worker.component.builtin;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;

import io.fateflow.worker.component.ParameterException;

/**
 * What is wrong with a file that is uploaded, by line, never by value: it stops the upload, or is counted where the user has
 * asked for that.
 */
final class UploadFaults {

    private static final String ANYWAY = "; bad_rows \"warn\" takes the file as it is and counts them";

    private final String file;
    private final List<Fault> faults = new ArrayList<>();

    /** @param metric counts it; empty for what is no matter of lines */
    private record Fault(String text, String metric, long count) {}

    private UploadFaults(String file) {
        this.file = file;
    }

    /** Of the bytes, before anybody takes them for rows. */
    static UploadFaults of(UploadParameters parameters, TextCheck text) {
        UploadFaults found = new UploadFaults(name(parameters));
        if (text.firstNul() > 0) {
            throw new ParameterException(
                    "FFB-4031 Upload: line %d of %s has a NUL character: it is no text file, or one in"
                                    .formatted(text.firstNul(), found.file)
                            + " UTF-16; save it as UTF-8 text");
        }
        if (text.unreadable() > 0) {
            found.add(
                    "FFB-4031 Upload: line %d of %s has bytes that are no UTF-8%s: save the file as UTF-8"
                            .formatted(text.firstUnreadable(), found.file, inAll(text.unreadable())),
                    "lines_not_utf8",
                    text.unreadable());
        }
        return found;
    }

    /** Of the rows. */
    static UploadFaults of(UploadParameters parameters, UploadScan scan) {
        UploadFaults found = new UploadFaults(name(parameters));
        if (scan.rows() == 0) {
            found.add("FFB-4034 Upload: %s has no rows: %s".formatted(found.file, noRows(parameters)), "", 0);
        }
        scan.otherSeparator()
                .ifPresent(other -> found.add(
                        ("FFB-4032 Upload: no line of %s has the id_delimiter \"%s\", and line %d has %s: set id_delimiter to"
                                        + " what separates its columns")
                                .formatted(found.file, parameters.delimiter(), scan.firstLine(), other),
                        "",
                        0));
        if (scan.otherWidths() > 0) {
            found.add(
                    ("FFB-4030 Upload: line %d of %s has %d columns, line %d has %d%s: correct the file; if rows differ by"
                                    + " design, as sparse and tag data, upload it with head 0, or with their input_format in meta")
                            .formatted(
                                    scan.firstOtherWidth(),
                                    found.file,
                                    scan.otherWidth(),
                                    scan.firstLine(),
                                    scan.width(),
                                    inAll(scan.otherWidths())),
                    "rows_of_other_width",
                    scan.otherWidths());
        }
        if (scan.duplicates() > 0) {
            found.add(
                    "FFB-4033 Upload: line %d of %s has the id of line %d%s: make ids unique, or have them made by extend_sid"
                            .formatted(
                                    scan.firstDuplicate(),
                                    found.file,
                                    scan.firstDuplicated(),
                                    inAll(scan.duplicates())),
                    "duplicate_ids",
                    scan.duplicates());
        }
        return found;
    }

    private static String noRows(UploadParameters parameters) {
        return parameters.head()
                ? "a header alone is no data; set head to 0 if it is a row"
                : "all its lines are empty";
    }

    private static String name(UploadParameters parameters) {
        return String.valueOf(parameters.file().getFileName());
    }

    private static String inAll(long lines) {
        return lines == 1 ? "" : " (" + lines + " such lines in all)";
    }

    private void add(String text, String metric, long count) {
        faults.add(new Fault(text, metric, count));
    }

    /** @throws ParameterException with all of them, if there are any */
    void refuse() {
        if (!faults.isEmpty()) {
            throw new ParameterException(String.join("\n", texts()) + ANYWAY);
        }
    }

    List<String> texts() {
        return faults.stream().map(Fault::text).toList();
    }

    /** How many lines, for a metric. */
    Map<String, JsonNode> counts() {
        Map<String, JsonNode> counts = new LinkedHashMap<>();
        faults.stream()
                .filter(fault -> !fault.metric().isEmpty())
                .forEach(fault -> counts.put(fault.metric(), LongNode.valueOf(fault.count())));
        return counts;
    }
}
