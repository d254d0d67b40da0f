package io.fateflow.worker.component.transform;

import java.util.List;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What FATE writes into the {@code meta} of a dense table at its upload: which of its columns is what. */
public final class UploadedHeader {

    private UploadedHeader() {}

    /**
     * Adds {@code header}, {@code anonymous_header}, {@code match_id_name} and {@code anonymous_label} if there are such,
     * and {@code original_index_info}. Sparse and tag data are left alone: their header is found out when they are
     * transformed.
     *
     * @param columns behind the id
     * @throws IllegalArgumentException naming a column that the meta names and the header has not, or has twice
     */
    public static void describe(List<String> columns, ObjectNode meta) {
        if (columns.isEmpty() || !meta.path("input_format").asText().equals(RowFormat.DENSE)) {
            return;
        }
        RowFormat format = RowFormat.of(meta);
        Layout layout = Layout.dense(columns.stream().map(String::strip).toList(), format);
        layout.header().forEach(meta.putArray("header")::add);
        IntStream.range(0, layout.header().size())
                .mapToObj(i -> "x" + i)
                .forEach(meta.putArray("anonymous_header")::add);
        ObjectNode places = meta.putObject("original_index_info");
        layout.places().forEach(places.putArray("header_index")::add);
        if (format.withLabel()) {
            meta.put("anonymous_label", "y");
            places.put("label_index", layout.label());
        }
        if (format.withMatchId()) {
            List<Integer> ids = Layout.matchIds(columns, format);
            ids.forEach(places.putArray("match_id_index")::add);
            ids.stream().map(columns::get).forEach(meta.putArray("match_id_name")::add);
        }
    }
}
