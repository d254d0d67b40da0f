package io.fateflow.worker.component.expand;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.columns.ProtobufJson;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableInfo;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableWriter;

/**
 * FATE's ColumnExpand: adds columns to a table of text, before it is transformed. With a model it adds those of the
 * training data. Streams.
 */
@AutoService(Component.class)
public final class ColumnExpand implements Component {

    @Override
    public String module() {
        return "ColumnExpand";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        NewColumns.read(parameters);
    }

    @Override
    public void run(ComponentContext context) throws IOException {
        NewColumns given = NewColumns.read(context.parameters());
        NewColumns added = context.model().map(NewColumns::load).orElse(given);
        TableName name = context.requireInput();
        TableInfo input = context.tables().find(name).orElseThrow(() -> new IOException("can not found " + name));
        Party self = context.task().self();
        if (input.schema().instances() != null) {
            throw new IOException(self + ": the data is transformed already, and ColumnExpand adds columns to text:"
                    + " put it before DataTransform");
        }
        TableSchema schema = added.names().isEmpty() ? input.schema() : schema(input.schema(), added, self);
        context.output(
                0,
                added.names().isEmpty()
                        ? context.tables().copy(name, context.newOutputTable(), schema)
                        : write(context, input, schema, added));
        context.output(model(added, schema));
    }

    private static TableInfo write(ComponentContext context, TableInfo input, TableSchema schema, NewColumns added)
            throws IOException {
        boolean joined = isJoined(input.schema());
        try (TableReader reader = context.tables().open(input.name());
                TableWriter writer = context.tables().create(context.newOutputTable(), schema)) {
            for (List<Row> rows = reader.next(); !rows.isEmpty(); rows = reader.next()) {
                for (Row row : rows) {
                    writer.add(new Row(row.id(), joined ? joined(row, schema, added) : separate(row, added)));
                }
            }
            return writer.commit();
        }
    }

    private static List<String> separate(Row row, NewColumns added) {
        return Stream.concat(row.values().stream(), added.values().stream()).toList();
    }

    private static List<String> joined(Row row, TableSchema schema, NewColumns added) {
        String before = row.values().get(0);
        String more = String.join(schema.idDelimiter(), added.values());
        return List.of(before.isEmpty() ? more : before + schema.idDelimiter() + more);
    }

    /** Rows without a fixed width are stored as one text. */
    private static boolean isJoined(TableSchema schema) {
        return schema.columns().equals(List.of(TableSchema.VALUE))
                && !schema.header().equals(TableSchema.VALUE);
    }

    private static TableSchema schema(TableSchema before, NewColumns added, Party self) throws IOException {
        List<String> names = new ArrayList<>(before.columns());
        for (String name : added.names()) {
            if (names.contains(name)) {
                throw new IOException(self + ": append_header has column " + name + ", which the data has already");
            }
            names.add(name);
        }
        String more = String.join(before.idDelimiter(), added.names());
        return new TableSchema(
                before.header().isEmpty() ? more : before.header() + before.idDelimiter() + more,
                before.sid(),
                meta(before, added, self),
                isJoined(before) ? before.columns() : names,
                before.partitions(),
                before.idDelimiter(),
                before.haveHead(),
                before.extendSid(),
                before.autoIncreasingSid(),
                null);
    }

    /** What FATE wrote at the upload, if it did: the features' names, those for other parties, and their places. */
    private static ObjectNode meta(TableSchema before, NewColumns added, Party self) {
        ObjectNode meta = before.meta().deepCopy();
        if (!meta.path("header").isArray()) {
            return meta;
        }
        int place = before.columns().size();
        long expanded = Stream.of(meta.path("anonymous_header"))
                .flatMap(header -> ProtobufJson.texts(header).stream())
                .filter(name -> name.contains("_exp_"))
                .count();
        for (String name : added.names()) {
            meta.withArray("header").add(name);
            meta.withArray("anonymous_header").add(self.role() + "_" + self.partyId() + "_exp_" + expanded++);
            meta.withObject("/original_index_info").withArray("header_index").add(place++);
        }
        return meta;
    }

    private static Model model(NewColumns added, TableSchema schema) {
        ObjectNode meta = JsonNodeFactory.instance.objectNode();
        meta.set("appendHeader", ProtobufJson.texts(added.names()));
        meta.put("method", "manual").set("fillValue", ProtobufJson.texts(added.values()));
        meta.put("needRun", true);
        ObjectNode param = JsonNodeFactory.instance.objectNode();
        param.set("header", ProtobufJson.texts(schema.columns()));
        return new Model("ColumnExpand", "ColumnExpandMeta", meta, "ColumnExpandParam", param);
    }
}
