package io.fateflow.worker.component;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

import io.fateflow.worker.testing.MemoryExchange.Message;

import static org.assertj.core.api.Assertions.assertThat;

/** What must not be in what crosses between parties: numbers in the forms in which they might, and texts. */
public final class Secrets {

    /** Bits behind the point, of the components' fixed-point numbers. */
    private static final int[] PLACES = {23, 32, 34, 40, 52, 72};

    private static final int LABELS_IN_A_ROW = 12;

    private final Map<String, String> forms = new LinkedHashMap<>();

    /**
     * One more.
     *
     * @param what it is, for a failure's message
     */
    public Secrets text(String what, String text) {
        forms.put(what, text);
        return this;
    }

    /** A number that is not like others, as text, as a double, and as a fixed-point number. */
    public Secrets number(String what, double value) {
        text(what + " as text", Double.toString(value));
        bytes(value).forEach((form, bytes) -> text(what + " as " + form, bytes));
        return this;
    }

    /** Numbers of which each alone is no secret to find, but many in the order of the rows are. */
    public Secrets sequence(String what, double... values) {
        double[] some = Arrays.copyOf(values, LABELS_IN_A_ROW);
        List<String> whole = DoubleStream.of(some)
                .mapToObj(value -> Integer.toString((int) value))
                .toList();
        text(what + " as a list", String.join(",", whole));
        text(what + " as lines", String.join("\n", whole));
        text(what + " as bytes", joined(some, value -> Character.toString((int) value)));
        for (String form : bytes(0).keySet()) {
            text(
                    what + " as " + form,
                    joined(some, value -> String.valueOf(bytes(value).get(form))));
        }
        return this;
    }

    /** None of them is in any of the messages. */
    public void assertStayedHome(List<Message> record) {
        assertThat(forms).as("secrets").isNotEmpty();
        for (Message message : record) {
            String bytes = new String(message.bytes(), StandardCharsets.ISO_8859_1);
            forms.forEach((what, secret) -> assertThat(bytes.contains(secret))
                    .as("%s crosses as %s from %s to %s", what, message.variable(), message.from(), message.to())
                    .isFalse());
        }
    }

    private static String joined(double[] values, DoubleFunction<String> form) {
        return DoubleStream.of(values).mapToObj(form).collect(Collectors.joining());
    }

    private static Map<String, String> bytes(double value) {
        Map<String, String> bytes = new LinkedHashMap<>();
        bytes.put("a double", text(ByteOrder.BIG_ENDIAN, buffer -> buffer.putDouble(value)));
        bytes.put("a little-endian double", text(ByteOrder.LITTLE_ENDIAN, buffer -> buffer.putDouble(value)));
        IntStream.of(PLACES)
                .forEach(places -> bytes.put("fixed point with " + places + " places", fixed(value, places)));
        return bytes;
    }

    /** Of eight bytes at least: fewer would be found in any random ones. */
    private static String fixed(double value, int places) {
        byte[] shortest = new BigDecimal(Math.rint(Math.scalb(value, places)))
                .toBigInteger()
                .toByteArray();
        byte[] wide = new byte[Math.max(Long.BYTES, shortest.length)];
        Arrays.fill(wide, (byte) (value < 0 ? -1 : 0));
        System.arraycopy(shortest, 0, wide, wide.length - shortest.length, shortest.length);
        return new String(wide, StandardCharsets.ISO_8859_1);
    }

    private static String text(ByteOrder order, Consumer<ByteBuffer> value) {
        byte[] bytes = new byte[Long.BYTES];
        value.accept(ByteBuffer.wrap(bytes).order(order));
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
