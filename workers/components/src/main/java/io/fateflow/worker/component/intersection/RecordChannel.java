package io.fateflow.worker.component.intersection;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.ExchangeException;
import io.fateflow.worker.exchange.Party;

/**
 * A list of records of one width under one variable, in chunks that get numbers behind their tags: memory is that of one
 * chunk. Each chunk says how many records the whole list has, its own records' width, and how many it has.
 */
final class RecordChannel {

    private static final int CHUNK_RECORDS = 1 << 14;
    private static final int MOST_RECORDS = 1 << 28;

    private final Exchange exchange;
    private final String variable;

    RecordChannel(Exchange exchange, String variable) {
        this.exchange = exchange;
        this.variable = variable;
    }

    /**
     * Some records of a list.
     *
     * @param number of the chunk, from 0
     * @param first which record of the list is the first here
     * @param total records of the list
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Chunk(int number, int first, int total, byte[][] records) {

        /** Other records in place of these. */
        Chunk with(byte[][] others) {
            return new Chunk(number, first, total, others);
        }

        /** Each record replaced, on all cores. */
        Chunk map(ChunkFunction function) {
            return with(IntStream.range(0, records.length)
                    .parallel()
                    .mapToObj(i -> function.apply(first + i, records[i]))
                    .toArray(byte[][]::new));
        }
    }

    /** Makes a record of another and its place in the list. */
    @FunctionalInterface
    interface ChunkFunction {
        byte[] apply(int place, byte[] record);
    }

    /** Takes what arrives. */
    @FunctionalInterface
    interface ChunkConsumer {
        void accept(Chunk chunk) throws IOException, InterruptedException;
    }

    /** Makes the records chunk by chunk, on all cores, and sends them. */
    void send(Party to, int width, int total, IntFunction<byte[]> record) throws IOException, InterruptedException {
        send(to, width, total, record, sent -> {});
    }

    /** As above, and hands over each record in its order. */
    void send(Party to, int width, int total, IntFunction<byte[]> record, Consumer<byte[]> sent)
            throws IOException, InterruptedException {
        for (int first = 0; first == 0 || first < total; first += CHUNK_RECORDS) {
            byte[][] records = IntStream.range(first, Math.min(total, first + CHUNK_RECORDS))
                    .parallel()
                    .mapToObj(record)
                    .toArray(byte[][]::new);
            send(to, width, new Chunk(first / CHUNK_RECORDS, first, total, records));
            Arrays.asList(records).forEach(sent);
        }
    }

    void send(Party to, int width, Chunk chunk) throws IOException, InterruptedException {
        exchange.send(variable, tag(chunk.number()), to, out -> write(chunk, width, out));
    }

    /**
     * Receives the whole list.
     *
     * @throws ExchangeException that names the party if what arrives is no such list
     */
    void receive(Party from, int width, ChunkConsumer consumer) throws IOException, InterruptedException {
        int received = 0;
        int number = 0;
        Chunk chunk;
        do {
            int next = number;
            int first = received;
            chunk = exchange.receive(variable, tag(number), from, in -> read(in, from, width, next, first));
            accept(chunk, consumer);
            received += chunk.records().length;
            number++;
        } while (received < chunk.total());
    }

    /** An error about what a party sent. */
    ExchangeException malformed(Party from, String what) {
        return new ExchangeException(
                "malformed data from " + from + ": " + variable.substring(variable.lastIndexOf('.') + 1) + " " + what);
    }

    private static void accept(Chunk chunk, ChunkConsumer consumer) throws IOException, InterruptedException {
        try {
            consumer.accept(chunk);
        } catch (UncheckedIOException ofParallelWork) {
            throw ofParallelWork.getCause();
        }
    }

    private static void write(Chunk chunk, int width, OutputStream out) throws IOException {
        DataOutputStream data = new DataOutputStream(out);
        data.writeInt(chunk.total());
        data.writeInt(width);
        data.writeInt(chunk.records().length);
        for (byte[] record : chunk.records()) {
            data.write(record, 0, width);
        }
        data.flush();
    }

    private Chunk read(InputStream in, Party from, int width, int number, int first) throws IOException {
        DataInputStream data = new DataInputStream(in);
        try {
            int total = data.readInt();
            int announced = data.readInt();
            int count = data.readInt();
            boolean empty = total == 0 && count == 0 && number == 0;
            boolean fits = total <= MOST_RECORDS && count > 0 && count <= CHUNK_RECORDS && count <= total - first;
            if (announced != width) {
                throw malformed(
                        from,
                        "has records of " + announced + " bytes, not " + width
                                + ": are key_length and hash methods the same at both?");
            }
            if (!empty && !fits) {
                throw malformed(from, "has " + count + " records of " + total + " after " + first);
            }
            byte[][] records = new byte[count][width];
            for (byte[] record : records) {
                data.readFully(record);
            }
            return new Chunk(number, first, total, records);
        } catch (EOFException cutOff) {
            // maybe only the connection broke: the exchange tries again
            throw new IOException(malformed(from, "is cut off").getMessage(), cutOff);
        }
    }

    private static String tag(int number) {
        return Variables.TAG + "." + number;
    }
}
