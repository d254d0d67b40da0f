package io.fateflow.worker.table;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

import com.fasterxml.jackson.core.io.NumberInput;

/** The values of one row of text, as UTF-8 in arrays that are not its own; used again for each row. Not thread-safe. */
public final class TextRow {

    private static final int LOWER_CASE = 0x20;

    private byte[][] bytes = new byte[0][];
    private int[] starts = new int[0];
    private int[] ends = new int[0];
    private int size;
    private char[] scratch = new char[32];

    /** How many values there are. */
    public int size() {
        return size;
    }

    /** How many bytes a value has. */
    public int length(int place) {
        return ends[place] - starts[place];
    }

    /** The first byte of a value that is not empty. */
    public byte firstByte(int place) {
        return bytes[place][starts[place]];
    }

    public String text(int place) {
        return new String(bytes[place], starts[place], length(place), StandardCharsets.UTF_8);
    }

    /**
     * The number that a value is, as Python's {@code float} reads it.
     *
     * @throws NumberFormatException without message, for that would show the value
     */
    public double number(int place) {
        int length = length(place);
        if (length > scratch.length) {
            scratch = new char[2 * length];
        }
        byte[] source = bytes[place];
        int start = starts[place];
        for (int i = 0; i < length; i++) {
            byte character = source[start + i];
            int lower = character | LOWER_CASE;
            boolean letter = lower >= 'a' && lower <= 'z' && lower != 'e';
            if (letter || character < 0) {
                return word(text(place));
            }
            scratch[i] = (char) character;
        }
        try {
            return NumberInput.parseDouble(scratch, 0, length, true);
        } catch (NumberFormatException showsTheValue) {
            throw new NumberFormatException();
        }
    }

    /**
     * The whole number that a value is, as Python's {@code int} reads it.
     *
     * @throws NumberFormatException without message, for that would show the value
     */
    public long integer(int place) {
        try {
            return Long.parseLong(text(place).strip());
        } catch (NumberFormatException showsTheValue) {
            throw new NumberFormatException();
        }
    }

    /** Parts one value at {@code delimiter}; {@code into} then has the parts. */
    public void split(int place, byte[] delimiter, TextRow into) {
        into.split(bytes[place], starts[place], ends[place], delimiter);
    }

    /** Makes one value the only one of {@code into}. */
    public void part(int place, TextRow into) {
        into.resize(1);
        into.point(0, bytes[place], starts[place], ends[place]);
    }

    /** Takes all values as one text, joined by {@code joint}, and parts it at {@code delimiter}. */
    public void split(byte[] joint, byte[] delimiter) {
        if (size == 1) {
            split(bytes[0], starts[0], ends[0], delimiter);
        } else {
            byte[] joined = join(joint);
            split(joined, 0, joined.length, delimiter);
        }
    }

    private void split(byte[] source, int start, int end, byte[] delimiter) {
        int from = start;
        int parts = 0;
        for (int at = find(source, from, end, delimiter); at >= 0; at = find(source, from, end, delimiter)) {
            resize(parts + 1);
            point(parts++, source, from, at);
            from = at + delimiter.length;
        }
        resize(parts + 1);
        point(parts, source, from, end);
    }

    void resize(int newSize) {
        if (newSize > bytes.length) {
            int capacity = Math.max(newSize, 2 * bytes.length);
            bytes = Arrays.copyOf(bytes, capacity);
            starts = Arrays.copyOf(starts, capacity);
            ends = Arrays.copyOf(ends, capacity);
        }
        size = newSize;
    }

    void point(int place, byte[] source, int start, int end) {
        bytes[place] = source;
        starts[place] = start;
        ends[place] = end;
    }

    private byte[] join(byte[] joint) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (int place = 0; place < size; place++) {
            if (place > 0) {
                joined.writeBytes(joint);
            }
            joined.write(bytes[place], starts[place], length(place));
        }
        return joined.toByteArray();
    }

    /** Java has other words for what is no number, and hexadecimals and suffixes that Python has not. */
    private static double word(String text) {
        String word = text.strip().toLowerCase(Locale.ROOT);
        return switch (word) {
            case "nan", "+nan", "-nan" -> Double.NaN;
            case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
            case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
            default -> throw new NumberFormatException();
        };
    }

    private static int find(byte[] source, int from, int end, byte[] wanted) {
        for (int at = from; at <= end - wanted.length; at++) {
            if (Arrays.equals(source, at, at + wanted.length, wanted, 0, wanted.length)) {
                return at;
            }
        }
        return -1;
    }
}
