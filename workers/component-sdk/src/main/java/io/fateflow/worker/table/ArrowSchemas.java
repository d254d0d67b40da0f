package io.fateflow.worker.table;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** {@link TableSchema} as an Arrow schema and back; what Arrow has no word for goes into its metadata, as JSON. */
final class ArrowSchemas {

    private static final String KEY = "fate.schema";
    private static final ObjectMapper JSON = new ObjectMapper();

    private ArrowSchemas() {}

    static Schema toArrow(TableSchema schema) {
        InstanceSchema instances = schema.instances();
        List<Field> fields = instances == null ? textFields(schema) : InstanceBatch.fields(instances);
        return new Schema(fields, Map.of(KEY, describe(schema).toString()));
    }

    private static List<Field> textFields(TableSchema schema) {
        List<Field> fields = new ArrayList<>();
        fields.add(Field.notNullable("id", ArrowType.Utf8.INSTANCE));
        schema.columns().forEach(column -> fields.add(Field.notNullable(column, ArrowType.Utf8.INSTANCE)));
        return fields;
    }

    static TableSchema fromArrow(Schema schema) {
        JsonNode description = parse(schema.getCustomMetadata().getOrDefault(KEY, "{}"));
        InstanceSchema instances = InstanceSchema.fromJson(description.path("instances"));
        List<String> columns = instances == null
                ? schema.getFields().stream().skip(1).map(Field::getName).toList()
                : instances.columns();
        return new TableSchema(
                description.path("header").asText(),
                description.path("sid").asText(),
                description.path("meta") instanceof ObjectNode meta ? meta : JSON.createObjectNode(),
                columns,
                description.path("partitions").asInt(1),
                description.path("id_delimiter").asText(","),
                description.path("have_head").asBoolean(true),
                description.path("extend_sid").asBoolean(),
                description.path("auto_increasing_sid").asBoolean(),
                instances);
    }

    private static ObjectNode describe(TableSchema schema) {
        ObjectNode description = JSON.createObjectNode()
                .put("header", schema.header())
                .put("sid", schema.sid())
                .put("partitions", schema.partitions())
                .put("id_delimiter", schema.idDelimiter())
                .put("have_head", schema.haveHead())
                .put("extend_sid", schema.extendSid())
                .put("auto_increasing_sid", schema.autoIncreasingSid());
        description.set("meta", schema.meta());
        if (schema.instances() != null) {
            description.set("instances", schema.instances().toJson());
        }
        return description;
    }

    private static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("a table's schema is not JSON", e);
        }
    }
}
