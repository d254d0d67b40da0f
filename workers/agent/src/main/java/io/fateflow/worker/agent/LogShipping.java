package io.fateflow.worker.agent;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.api.LogPart;
import io.fateflow.worker.run.RunDirectory;

/**
 * Takes what one executor logs to the server, of a worker that shares no folder with it. How far the server has it is written down
 * beside the run, so that whoever goes on with the executor goes on with its log.
 */
final class LogShipping {

    private static final String STATE = "logs_shipped.json";
    private static final String BEGIN = "begin";
    private static final String SHIPPED = "shipped";

    private final RunDirectory run;
    private final Map<String, Long> begins = new HashMap<>();
    private final Map<String, Long> shipped = new HashMap<>();

    private LogShipping(RunDirectory run) {
        this.run = run;
    }

    /** The server takes a part. */
    @FunctionalInterface
    interface Server {

        /** As {@link io.fateflow.worker.api.ExecutorTasks#log}. */
        long take(LogPart part) throws InterruptedException;
    }

    /** Before an executor starts: what is in its files already is of earlier attempts. */
    static void begin(RunDirectory run) throws IOException {
        LogShipping shipping = new LogShipping(run);
        for (String name : run.logNames()) {
            try (FileChannel file = run.openLog(name).orElse(null)) {
                shipping.begins.put(name, file == null ? 0L : file.size());
            }
        }
        shipping.save();
    }

    /** Goes on where it was. */
    static LogShipping of(RunDirectory run) throws IOException {
        LogShipping shipping = new LogShipping(run);
        Path state = run.path().resolve(STATE);
        if (Files.exists(state)) {
            ObjectNode json = ConfigFile.read(state);
            json.path(BEGIN)
                    .properties()
                    .forEach(file ->
                            shipping.begins.put(file.getKey(), file.getValue().asLong()));
            json.path(SHIPPED)
                    .properties()
                    .forEach(file ->
                            shipping.shipped.put(file.getKey(), file.getValue().asLong()));
        }
        return shipping;
    }

    /**
     * Takes all that is new to the server.
     *
     * @param ended whether there will be no more: then the last line counts, whole or not
     */
    synchronized void ship(Server server, boolean ended) throws IOException, InterruptedException {
        boolean moved = false;
        for (String name : run.logNames()) {
            for (byte[] part = next(name, ended); part.length > 0; part = next(name, ended)) {
                long from = shipped.getOrDefault(name, 0L);
                long received = server.take(LogPart.of(run.workerId(), name, from, part));
                if (received <= from) {
                    // the attempt is not this worker's any more, or the server has lost what it had
                    return;
                }
                shipped.put(name, received);
                moved = true;
            }
        }
        if (moved) {
            save();
        }
    }

    private byte[] next(String name, boolean ended) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(LogPart.LONGEST);
        try (FileChannel channel = run.openLog(name).orElse(null)) {
            if (channel == null) {
                return new byte[0];
            }
            channel.position(begins.getOrDefault(name, 0L) + shipped.getOrDefault(name, 0L));
            while (buffer.hasRemaining() && channel.read(buffer) > 0) {
                // until it is full, or there is no more
            }
        }
        byte[] bytes = Arrays.copyOf(buffer.array(), buffer.position());
        int lines = afterLastLine(bytes);
        boolean asItIs = ended || (lines == 0 && bytes.length == LogPart.LONGEST);
        return asItIs ? bytes : Arrays.copyOf(bytes, lines);
    }

    private static int afterLastLine(byte[] bytes) {
        int at = bytes.length;
        while (at > 0 && bytes[at - 1] != '\n') {
            at--;
        }
        return at;
    }

    private void save() throws IOException {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ObjectNode begin = json.putObject(BEGIN);
        begins.forEach(begin::put);
        ObjectNode done = json.putObject(SHIPPED);
        shipped.forEach(done::put);
        Path unfinished = run.path().resolve(STATE + ".tmp");
        ConfigFile.write(unfinished, json);
        Files.move(unfinished, run.path().resolve(STATE), StandardCopyOption.ATOMIC_MOVE);
    }
}
