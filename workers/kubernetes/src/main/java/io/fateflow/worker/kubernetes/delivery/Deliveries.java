package io.fateflow.worker.kubernetes.delivery;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;

import io.fateflow.worker.api.RunFiles;
import io.fateflow.worker.digest.Sha256;
import io.fateflow.worker.kubernetes.delivery.DeskCalls.RefusedException;
import io.fateflow.worker.kubernetes.delivery.ExpectedRun.Brought;
import io.fateflow.worker.run.RunDirectory;

/** Brings what an executor leaves in its pod to the worker: bit by bit while it runs, and all of it at its end. */
final class Deliveries {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final RunDirectory run;
    private final DeskCalls desk;
    private final Map<String, Long> logged = new HashMap<>();
    private Optional<Instant> sign = Optional.empty();
    private Optional<Instant> measured = Optional.empty();
    private boolean failed;

    Deliveries(RunDirectory run, DeskCalls desk) {
        this.run = run;
        this.desk = desk;
    }

    /** What is new, as far as the worker answers; what it does not get now, it gets later. */
    void whileItRuns() throws InterruptedException {
        try {
            Optional<Instant> now = run.lastSignOfLife();
            if (!now.equals(sign)) {
                desk.alive();
                sign = now;
            }
            Optional<Instant> written = run.metricsWritten();
            if (!written.equals(measured)) {
                metrics();
                measured = written;
            }
            for (String name : run.logNames()) {
                log(name);
            }
            failed = false;
        } catch (IOException e) {
            if (!failed) {
                System.out.println("the worker is told later what it was not told now: " + e);
            }
            failed = true;
        }
    }

    /**
     * All that is left to bring, the exit code last: who has that has everything.
     *
     * @throws IOException if the worker does not take it
     */
    void atTheEnd() throws IOException {
        for (String name : run.logNames()) {
            desk.patiently(() -> {
                log(name);
                return name;
            });
        }
        desk.patiently(() -> {
            metrics();
            return "";
        });
        for (String name : List.of(DeskWire.RESULT, DeskWire.USAGE, DeskWire.EXIT_CODE)) {
            Path file = run.path().resolve(name);
            if (Files.exists(file)) {
                bring(name, file);
            }
        }
    }

    private void metrics() throws IOException, InterruptedException {
        ArrayNode metrics = run.metrics().orElse(null);
        if (metrics != null) {
            byte[] bytes = JSON.writeValueAsBytes(metrics);
            desk.file(new Brought(RunFiles.METRICS, bytes.length, Sha256.hex(bytes)), 0, bytes);
        }
    }

    private void log(String name) throws IOException, InterruptedException {
        for (byte[] part = part(run.logs().resolve(name), at(name));
                part.length > 0;
                part = part(run.logs().resolve(name), at(name))) {
            long before = at(name);
            logged.put(name, desk.log(name, before, part));
            if (at(name) <= before) {
                // somebody has removed it there
                return;
            }
        }
    }

    private long at(String name) {
        return logged.getOrDefault(name, 0L);
    }

    private void bring(String name, Path file) throws IOException {
        Brought brought = new Brought(name, Files.size(file), Sha256.ofFile(file));
        if (brought.size() > DeskWire.FILES.getOrDefault(name, 0L)) {
            throw new RefusedException(name + " is larger than the worker takes");
        }
        long at = 0;
        do {
            long from = at;
            byte[] part = part(file, from);
            at = desk.patiently(() -> desk.file(brought, from, part));
        } while (at < brought.size());
    }

    private static byte[] part(Path file, long offset) throws IOException {
        if (!Files.exists(file)) {
            return new byte[0];
        }
        ByteBuffer buffer = ByteBuffer.allocate(DeskWire.LONGEST_PART);
        try (FileChannel channel = FileChannel.open(file)) {
            channel.position(offset);
            while (buffer.hasRemaining() && channel.read(buffer) > 0) {
                // until it is full, or there is no more
            }
        }
        return Arrays.copyOf(buffer.array(), buffer.position());
    }
}
