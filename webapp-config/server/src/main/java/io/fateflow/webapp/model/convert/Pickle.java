package io.fateflow.webapp.model.convert;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Writes Python's pickle format, protocol 3: what Python's {@code pickle.load} and joblib read. Only values, lists, numpy's
 * arrays, and one object whose class the caller names.
 */
final class Pickle {

    private static final int PROTOCOL = 3;
    private static final Charset UTF_32 = Charset.forName("UTF-32LE");
    private static final int BYTES_OF_A_CHARACTER = 4;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** An array of numpy with 64-bit floats; {@code columns} is 0 for one with a single dimension. */
    record Floats(List<Double> values, int columns) {}

    /** An array of numpy with 64-bit integers. */
    record Integers(List<Long> values) {}

    /** An array of numpy with texts. */
    record Texts(List<String> values) {}

    /**
     * An object, as it would be after {@code __setstate__} with these attributes.
     *
     * @throws IllegalArgumentException if a value is of a type that is not known here
     */
    static byte[] object(String module, String name, Map<String, ?> attributes) {
        Pickle pickle = new Pickle();
        pickle.op(0x80).op(PROTOCOL);
        pickle.global(module, name).op(')').op(0x81);
        pickle.op('}').op('(');
        attributes.forEach((key, value) -> pickle.text(key).value(value));
        pickle.op('u').op('b').op('.');
        return pickle.out.toByteArray();
    }

    private Pickle op(int code) {
        out.write(code);
        return this;
    }

    private Pickle global(String module, String name) {
        op('c').out.writeBytes((module + "\n" + name + "\n").getBytes(StandardCharsets.UTF_8));
        return this;
    }

    private Pickle text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        op('X').little(bytes.length);
        out.writeBytes(bytes);
        return this;
    }

    private void value(Object value) {
        if (value instanceof String text) {
            text(text);
        } else if (value instanceof Boolean yes) {
            op(yes ? 0x88 : 0x89);
        } else if (value instanceof Integer number) {
            integer(number);
        } else if (value instanceof Double number) {
            op('G').out
                    .writeBytes(
                            ByteBuffer.allocate(Double.BYTES).putDouble(number).array());
        } else if (value == None.NONE) {
            op('N');
        } else if (value instanceof Floats floats) {
            array(floats);
        } else if (value instanceof Integers integers) {
            byte[] bytes = new byte[integers.values().size() * Long.BYTES];
            ByteBuffer buffer = little(bytes);
            integers.values().forEach(buffer::putLong);
            array("i8", new int[] {integers.values().size()}, bytes);
        } else if (value instanceof Texts texts) {
            array(texts.values());
        } else {
            throw new IllegalArgumentException("no form for " + value.getClass());
        }
    }

    private void array(Floats floats) {
        byte[] bytes = new byte[floats.values().size() * Double.BYTES];
        ByteBuffer buffer = little(bytes);
        floats.values().forEach(buffer::putDouble);
        int[] shape = floats.columns() == 0
                ? new int[] {floats.values().size()}
                : new int[] {floats.values().size() / floats.columns(), floats.columns()};
        array("f8", shape, bytes);
    }

    private void array(List<String> texts) {
        int longest = Math.max(
                1,
                texts.stream()
                        .mapToInt(text -> text.codePointCount(0, text.length()))
                        .max()
                        .orElse(1));
        byte[] bytes = new byte[texts.size() * longest * BYTES_OF_A_CHARACTER];
        ByteBuffer buffer = little(bytes);
        for (int place = 0; place < texts.size(); place++) {
            buffer.position(place * longest * BYTES_OF_A_CHARACTER);
            buffer.put(texts.get(place).getBytes(UTF_32));
        }
        array("U" + longest, new int[] {texts.size()}, bytes);
    }

    /** As numpy's own {@code ndarray.__reduce__} has it. */
    private void array(String type, int[] shape, byte[] content) {
        global("numpy.core.multiarray", "_reconstruct").global("numpy", "ndarray");
        op('(').integer(0).op('t').bytes(new byte[] {'b'}).op(0x87).op('R');
        op('(').integer(1).op('(');
        for (int length : shape) {
            integer(length);
        }
        op('t').type(type).op(0x89).bytes(content).op('t').op('b');
    }

    private Pickle type(String type) {
        global("numpy", "dtype").text(type).op(0x89).op(0x88).op(0x87).op('R');
        boolean texts = type.startsWith("U");
        int size = texts ? Integer.parseInt(type.substring(1)) * BYTES_OF_A_CHARACTER : -1;
        return op('(').integer(3)
                .text("<")
                .op('N')
                .op('N')
                .op('N')
                .integer(size)
                .integer(texts ? BYTES_OF_A_CHARACTER : -1)
                .integer(texts ? 8 : 0)
                .op('t')
                .op('b');
    }

    private Pickle integer(int number) {
        return op('J').little(number);
    }

    private Pickle bytes(byte[] content) {
        op('B').little(content.length);
        out.writeBytes(content);
        return this;
    }

    private Pickle little(int number) {
        byte[] bytes = new byte[Integer.BYTES];
        little(bytes).putInt(number);
        out.writeBytes(bytes);
        return this;
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Python's {@code None}. */
    enum None {
        NONE
    }
}
