package io.fateflow.client;

import java.nio.file.Path;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A file that becomes a table.
 *
 * @param head whether its first line has the columns' names
 * @param delimiter between columns
 * @param partitions 1 to 1023
 * @param replace whether a table of that name is replaced; else it is an error
 */
public record TableUpload(
        Path file, String namespace, String name, boolean head, String delimiter, int partitions, boolean replace) {

    /** A CSV file with a head. */
    public static TableUpload csv(Path file, String namespace, String name) {
        return new TableUpload(file, namespace, name, true, ",", 4, false);
    }

    public TableUpload replacing() {
        return new TableUpload(file, namespace, name, head, delimiter, partitions, true);
    }

    ObjectNode parameters() {
        Path last = file.getFileName();
        return JsonNodeFactory.instance
                .objectNode()
                .put("file", last == null ? file.toString() : last.toString())
                .put("head", head ? 1 : 0)
                .put("id_delimiter", delimiter)
                .put("partition", partitions)
                .put("namespace", namespace)
                .put("table_name", name)
                .put("drop", replace ? 1 : 0);
    }
}
