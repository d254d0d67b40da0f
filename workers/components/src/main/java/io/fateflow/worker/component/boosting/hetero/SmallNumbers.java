package io.fateflow.worker.component.boosting.hetero;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.stream.IntStream;

import io.fateflow.worker.exchange.ExchangeException;
import io.fateflow.worker.exchange.Payload;

/** Whole numbers from -1 as bytes, as short as the greatest of them allows: places of nodes, one for each row. */
final class SmallNumbers {

    private static final int BUFFER = 1 << 16;
    private static final int FIRST_CAPACITY = 1 << 16;

    private SmallNumbers() {}

    static Payload payload(int[] numbers) {
        return out -> write(numbers, out);
    }

    static void write(int[] numbers, OutputStream out) throws IOException {
        DataOutputStream data = new DataOutputStream(new BufferedOutputStream(out, BUFFER));
        int width = width(Arrays.stream(numbers).max().orElse(0) + 1);
        data.writeInt(numbers.length);
        data.writeByte(width);
        for (int number : numbers) {
            switch (width) {
                case 1 -> data.writeByte(number + 1);
                case 2 -> data.writeShort(number + 1);
                default -> data.writeInt(number + 1);
            }
        }
        data.flush();
    }

    /** Reads all numbers of a message. */
    static int[] read(InputStream in) throws IOException {
        return readFrom(new DataInputStream(new BufferedInputStream(in, BUFFER)));
    }

    /** Reads what {@link #write} wrote, and not a byte more. */
    static int[] readFrom(DataInputStream data) throws IOException {
        try {
            int count = data.readInt();
            int width = data.readByte();
            if (count < 0 || (width != 1 && width != 2 && width != 4)) {
                throw new ExchangeException("malformed numbers: " + count + " of " + width + " bytes");
            }
            // memory grows with what arrives, not with what is announced
            int[] numbers = new int[Math.min(count, FIRST_CAPACITY)];
            for (int i = 0; i < count; i++) {
                if (i == numbers.length) {
                    numbers = Arrays.copyOf(numbers, (int) Math.min(count, 2L * numbers.length));
                }
                numbers[i] = next(data, width) - 1;
            }
            return numbers;
        } catch (EOFException cutOff) {
            throw new IOException("what a party sent is cut off", cutOff);
        }
    }

    /**
     * The numbers, if they are as many as expected and all below a limit.
     *
     * @throws ExchangeException if they are not
     */
    static int[] require(int[] numbers, int count, int limit, String what) throws ExchangeException {
        if (numbers.length != count || IntStream.of(numbers).anyMatch(number -> number < -1 || number >= limit)) {
            throw new ExchangeException(
                    what + ": expected were " + count + " numbers below " + limit + ", not these " + numbers.length);
        }
        return numbers;
    }

    private static int next(DataInputStream data, int width) throws IOException {
        return switch (width) {
            case 1 -> data.readUnsignedByte();
            case 2 -> data.readUnsignedShort();
            default -> data.readInt();
        };
    }

    private static int width(int greatest) {
        if (greatest < 1 << Byte.SIZE) {
            return 1;
        }
        return greatest < 1 << Short.SIZE ? 2 : 4;
    }
}
