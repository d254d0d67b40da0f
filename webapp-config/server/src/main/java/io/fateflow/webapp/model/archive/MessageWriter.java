package io.fateflow.webapp.model.archive;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;

/** Writes the binary form of protocol buffers, version 3: what has its default value is not written. */
final class MessageWriter {

    private static final int KEY = 1;
    private static final int VALUE = 2;

    private final Map<String, List<MessageField>> messages;

    MessageWriter(Map<String, List<MessageField>> messages) {
        this.messages = messages;
    }

    byte[] write(String message, JsonNode json) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        for (MessageField field : messages.getOrDefault(message, List.of())) {
            JsonNode value = json.path(field.name());
            if (!value.isMissingNode() && !value.isNull()) {
                try {
                    write(field, value, out);
                } catch (NumberFormatException e) {
                    throw new IllegalArgumentException(
                            message + "." + field.name() + " is no " + field.type() + ", as FATE has it", e);
                }
            }
        }
        out.flush();
        return bytes.toByteArray();
    }

    private void write(MessageField field, JsonNode value, CodedOutputStream out) throws IOException {
        if (field.isMap()) {
            for (Map.Entry<String, JsonNode> entry : value.properties()) {
                out.writeByteArray(field.number(), entry(field, entry));
            }
        } else if (field.list() && field.isNumeric()) {
            writePacked(field, value, out);
        } else if (field.list()) {
            for (JsonNode element : value) {
                write(field.number(), field.type(), element, out);
            }
        } else if (!isDefault(field.type(), value)) {
            write(field.number(), field.type(), value, out);
        }
    }

    private byte[] entry(MessageField field, Map.Entry<String, JsonNode> entry) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        write(KEY, field.keyType(), TextNode.valueOf(entry.getKey()), out);
        write(VALUE, field.type(), entry.getValue(), out);
        out.flush();
        return bytes.toByteArray();
    }

    private static void writePacked(MessageField field, JsonNode values, CodedOutputStream out) throws IOException {
        if (values.isEmpty()) {
            return;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream packed = CodedOutputStream.newInstance(bytes);
        for (JsonNode value : values) {
            switch (field.type()) {
                case "double" -> packed.writeDoubleNoTag(number(value));
                case "bool" -> packed.writeBoolNoTag(value.asBoolean());
                case "int32" -> packed.writeInt32NoTag(Math.toIntExact(whole(value)));
                default -> packed.writeInt64NoTag(whole(value));
            }
        }
        packed.flush();
        out.writeTag(field.number(), WireFormat.WIRETYPE_LENGTH_DELIMITED);
        out.writeByteArrayNoTag(bytes.toByteArray());
    }

    private void write(int number, String type, JsonNode value, CodedOutputStream out) throws IOException {
        switch (type) {
            case "string" -> out.writeString(number, value.asText());
            case "double" -> out.writeDouble(number, number(value));
            case "bool" -> out.writeBool(number, value.asBoolean());
            case "int32" -> out.writeInt32(number, Math.toIntExact(whole(value)));
            case "int64" -> out.writeInt64(number, whole(value));
            case "bytes" -> out.writeByteArray(number, value.binaryValue());
            default -> out.writeByteArray(number, write(type, value));
        }
    }

    /** A message is written even if it is empty: FATE tells one that is there from one that is not. */
    private static boolean isDefault(String type, JsonNode value) {
        return switch (type) {
            case "string", "bytes" -> value.asText().isEmpty();
            case "double" -> Double.doubleToRawLongBits(number(value)) == 0;
            case "bool" -> !value.asBoolean();
            case "int32", "int64" -> whole(value) == 0;
            default -> false;
        };
    }

    private static double number(JsonNode value) {
        return value.isNumber() ? value.doubleValue() : Double.parseDouble(value.asText());
    }

    /** 64-bit integers are texts in JSON. */
    private static long whole(JsonNode value) {
        return value.isIntegralNumber() ? value.longValue() : Long.parseLong(value.asText());
    }
}
