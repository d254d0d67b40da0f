package io.fateflow.worker.component.builtin;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.auto.service.AutoService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Metric;
import io.fateflow.worker.component.ParameterException;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.transform.UploadedHeader;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableInfo;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;
import io.fateflow.worker.table.TableWriter;

/** Makes a table of a text file. Reads the file three times, and keeps neither its rows nor its ids in memory. */
@AutoService(Component.class)
public final class Upload implements Component {

    private static final Logger log = LoggerFactory.getLogger(Upload.class);

    /** How far it is when the file was read once, and twice. */
    private static final int CHECKED = 33;

    private static final int SCANNED = 66;

    @Override
    public String module() {
        return "Upload";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        UploadParameters.read(parameters);
    }

    @Override
    public void run(ComponentContext context) throws IOException {
        UploadParameters parameters =
                UploadParameters.from(context.parameters(), context.home(), context.uploadFolders());
        Map<String, JsonNode> counts = new LinkedHashMap<>();
        TableInfo table = table(context.tables(), parameters, counts, context.results()::progress);
        Map<String, JsonNode> counted = new LinkedHashMap<>();
        counted.put("count", LongNode.valueOf(table.count()));
        counted.putAll(counts);
        log.info("uploaded {} rows from {} to {}", table.count(), parameters.file(), table.name());
        context.results().output("upload", table, "upload", context.tables());
        context.results()
                .metric(new Metric("upload", "data_access", "UPLOAD", JsonNodeFactory.instance.objectNode(), counted));
    }

    /**
     * Makes the table.
     *
     * @param counts gets what is wrong with the rows, if that is not refused
     * @param percent hears how far it is
     */
    static TableInfo table(
            TableStore tables, UploadParameters parameters, Map<String, JsonNode> counts, IntConsumer percent)
            throws IOException {
        judge(UploadFaults.of(parameters, TextCheck.of(parameters.file())), parameters, counts);
        percent.accept(CHECKED);
        UploadFile file = new UploadFile(parameters);
        UploadScan scan = UploadScan.of(file, parameters);
        judge(UploadFaults.of(parameters, scan), parameters, counts);
        percent.accept(SCANNED);
        return store(tables, parameters, file, scan, percent);
    }

    private static void judge(UploadFaults faults, UploadParameters parameters, Map<String, JsonNode> counts) {
        if (parameters.refuseBadRows()) {
            faults.refuse();
        }
        faults.texts().forEach(log::warn);
        counts.putAll(faults.counts());
    }

    private static TableInfo store(
            TableStore tables, UploadParameters parameters, UploadFile file, UploadScan scan, IntConsumer percent)
            throws IOException {
        List<String> header = file.header();
        TableSchema schema = schema(parameters, header, columns(features(parameters, header), scan));
        boolean joined = schema.columns().equals(List.of(TableSchema.VALUE));
        try (TableWriter writer = tables.create(parameters.table(), schema)) {
            RowsDone done = new RowsDone(scan.rows(), SCANNED, percent);
            file.forEach((line, id, values) -> {
                done.another();
                if (scan.counts(line)) {
                    writer.add(new Row(id, joined ? List.of(String.join(parameters.delimiter(), values)) : values));
                }
            });
            return writer.commit();
        }
    }

    /**
     * What a table says about itself.
     *
     * @param line the names of all columns
     * @param columns that are stored
     */
    static TableSchema schema(UploadParameters parameters, List<String> line, List<String> columns) {
        boolean ownId = !parameters.extendSid();
        List<String> features = features(parameters, line);
        ObjectNode meta = parameters.meta().deepCopy();
        describe(features, meta);
        String sid = ownId && !line.isEmpty() ? line.get(0) : ownId ? "" : "extend_sid";
        return new TableSchema(
                String.join(parameters.delimiter(), features),
                sid,
                meta,
                columns,
                parameters.partitions(),
                parameters.delimiter(),
                parameters.head(),
                parameters.extendSid(),
                parameters.autoIncreasingSid(),
                null);
    }

    /** Without the id, if that is one of the file's. */
    static List<String> features(UploadParameters parameters, List<String> line) {
        return !parameters.extendSid() && !line.isEmpty() ? line.subList(1, line.size()) : line;
    }

    private static void describe(List<String> features, ObjectNode meta) {
        try {
            UploadedHeader.describe(features, meta);
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(
                    "Upload: parameter meta does not fit the file's header: " + wrong.getMessage());
        }
    }

    private static List<String> columns(List<String> features, UploadScan scan) {
        if (scan.everyRowHas(features.size())) {
            return features;
        }
        if (features.isEmpty() && !scan.isRagged()) {
            return IntStream.range(0, scan.commonWidth()).mapToObj(i -> "x" + i).toList();
        }
        return List.of(TableSchema.VALUE);
    }
}
