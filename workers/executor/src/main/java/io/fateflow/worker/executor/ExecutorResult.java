package io.fateflow.worker.executor;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * {@code result.json}, which tells how a component ended and what it made.
 *
 * <pre>{@code
 * {
 *   "status": "success",                             // or pass, failed
 *   "error_report": "",                              // for the user; empty unless failed
 *   "retryable": true,                               // false: another attempt with the same input would fail, too
 *   "outputs": [{"data_name": "data", "table_name": "...", "table_namespace": "..."}],
 *   "tables": [{
 *     "name": "...", "namespace": "...", "count": 569, "partitions": 4,
 *     "schema": {"header": "x0,x1", "sid": "id", "meta": {}},
 *     "origin": "upload",                            // or reader, output
 *     "id_delimiter": ",", "have_head": true, "extend_sid": false, "auto_increasing_sid": false,
 *     "part_of_data": [["id1", "0.5,0.7"]]           // the first 100 rows: id, and the values joined by id_delimiter
 *   }],
 *   "metrics": [{"namespace": "upload", "name": "data_access", "metric_type": "UPLOAD",
 *                "metas": {}, "data": [["count", 569]]}],
 *   "models": [{"alias": "model", "module": "HeteroLR", "meta_name": "...Meta", "meta": {},
 *               "param_name": "...Param", "param": {}}],
 *   "summary": {},
 *   "usage": {"peak_memory_bytes": 83886080}         // 0 if unknown
 * }
 * }</pre>
 */
record ExecutorResult(ObjectNode json) {

    static ExecutorResult ended(String status, ObjectNode made) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("status", status);
        json.put("error_report", "").setAll(made);
        return new ExecutorResult(json);
    }

    /**
     * What a failed component made before it failed counts for nothing.
     *
     * @param retryable whether another attempt with the same input may end otherwise
     */
    static ExecutorResult failed(String errorReport, boolean retryable) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("status", "failed");
        return new ExecutorResult(json.put("error_report", errorReport).put("retryable", retryable));
    }

    /** Whoever reads the file sees all of it or nothing, also after a power failure. */
    void write(Path file) throws IOException {
        json.putObject("usage").put("peak_memory_bytes", OwnMemory.peakBytes());
        Path unfinished = file.resolveSibling(file.getFileName() + ".tmp");
        Files.write(unfinished, new ObjectMapper().writeValueAsBytes(json));
        try (FileChannel channel = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
