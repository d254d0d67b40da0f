package io.fateflow.worker.component.linear.wire;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

import io.fateflow.worker.exchange.Payload;

/** Numbers and ids as bytes: the count, then one after the other. Memory grows with what arrives, not with the count. */
public final class Wire {

    private static final int BUFFER = 1 << 16;

    private Wire() {}

    /** Numbers in their order. */
    public static Payload numbers(double[] numbers) {
        return payload(numbers.length, (out, i) -> out.writeDouble(numbers[i]));
    }

    public static double[] readNumbers(InputStream in) throws IOException {
        DoubleStream.Builder numbers = DoubleStream.builder();
        read(in, data -> numbers.add(data.readDouble()));
        return numbers.build().toArray();
    }

    /** Whole numbers in their order. */
    public static Payload integers(long[] numbers) {
        return payload(numbers.length, (out, i) -> out.writeLong(numbers[i]));
    }

    public static long[] readIntegers(InputStream in) throws IOException {
        LongStream.Builder numbers = LongStream.builder();
        read(in, data -> numbers.add(data.readLong()));
        return numbers.build().toArray();
    }

    /** Ids in their order. */
    public static Payload ids(int count, IntFunction<String> id) {
        return payload(count, (out, i) -> out.writeUTF(id.apply(i)));
    }

    public static List<String> readIds(InputStream in) throws IOException {
        List<String> ids = new ArrayList<>();
        read(in, data -> ids.add(data.readUTF()));
        return ids;
    }

    private interface ElementWriter {
        void write(DataOutputStream out, int place) throws IOException;
    }

    private interface ElementReader {
        void read(DataInputStream in) throws IOException;
    }

    private static Payload payload(int count, ElementWriter writer) {
        return out -> {
            DataOutputStream data = new DataOutputStream(new BufferedOutputStream(out, BUFFER));
            data.writeInt(count);
            for (int i = 0; i < count; i++) {
                writer.write(data, i);
            }
            data.flush();
        };
    }

    private static void read(InputStream in, ElementReader reader) throws IOException {
        DataInputStream data = new DataInputStream(new BufferedInputStream(in, BUFFER));
        try {
            int count = data.readInt();
            if (count < 0) {
                throw new IOException("what a party sent has a count of " + count);
            }
            for (int i = 0; i < count; i++) {
                reader.read(data);
            }
        } catch (EOFException cutOff) {
            throw new IOException("what a party sent is cut off", cutOff);
        }
    }
}
