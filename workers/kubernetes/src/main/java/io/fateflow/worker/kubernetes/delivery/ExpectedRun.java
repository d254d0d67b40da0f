package io.fateflow.worker.kubernetes.delivery;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.api.RunFiles;
import io.fateflow.worker.digest.Sha256;
import io.fateflow.worker.process.PrivateFiles;
import io.fateflow.worker.run.RunDirectory;

/**
 * The worker's directory of a run whose pod has one of its own. What a pod brings may come twice, in pieces and from the middle on: how
 * much of it is here, the files say, so that a worker that restarts goes on.
 */
final class ExpectedRun {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int TOKEN_BYTES = 32;
    private static final String STATE = "desk.json";

    private final RunDirectory run;
    private final String token;
    private final JsonNode logBegins;

    private ExpectedRun(RunDirectory run, JsonNode state) {
        this.run = run;
        this.token = state.path("token").asText();
        this.logBegins = state.path("logs");
    }

    /** Before there is a pod, or when a worker goes on with one. */
    static ExpectedRun of(RunDirectory run) throws IOException {
        Path state = run.path().resolve(STATE);
        if (!Files.exists(state)) {
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            byte[] secret = new byte[TOKEN_BYTES];
            RANDOM.nextBytes(secret);
            json.put("token", HexFormat.of().formatHex(secret));
            ObjectNode logs = json.putObject("logs");
            for (String name : run.logNames()) {
                Path log = run.logs().resolve(name);
                logs.put(name, Files.exists(log) ? Files.size(log) : 0);
            }
            Path unfinished = run.path().resolve(STATE + ".tmp");
            PrivateFiles.write(unfinished, json.toString());
            Files.move(unfinished, state, StandardCopyOption.ATOMIC_MOVE);
        }
        return new ExpectedRun(run, JSON.readTree(state.toFile()));
    }

    String token() {
        return token;
    }

    boolean isToken(String shown) {
        return MessageDigest.isEqual(token.getBytes(StandardCharsets.UTF_8), shown.getBytes(StandardCharsets.UTF_8));
    }

    Path config() {
        return run.config();
    }

    /** Has this pod begin the run, unless another one has, or the worker has given it up; the same pod may ask again. */
    synchronized boolean begin(String pod) throws IOException {
        try {
            Files.writeString(run.path().resolve(RunFiles.LAUNCH), launched(pod), StandardOpenOption.CREATE_NEW);
            return true;
        } catch (FileAlreadyExistsException decided) {
            return hasBegun(pod);
        }
    }

    boolean hasBegun(String pod) throws IOException {
        Path launch = run.path().resolve(RunFiles.LAUNCH);
        return Files.exists(launch) && Files.readString(launch).equals(launched(pod));
    }

    private static String launched(String pod) {
        return "pod " + pod + "\n";
    }

    synchronized void alive() throws IOException {
        Path sign = run.path().resolve(RunFiles.SIGN_OF_LIFE);
        if (Files.exists(sign)) {
            Files.setLastModifiedTime(sign, FileTime.from(Instant.now()));
        } else {
            Files.createFile(sign);
        }
    }

    boolean isLog(String name) {
        return run.logNames().contains(name);
    }

    /** Adds to a log what comes from an offset on; returns how much of what the executor has logged is here. */
    synchronized long addToLog(String name, long offset, byte[] bytes) throws IOException {
        Path log = run.logs().resolve(name);
        long there =
                (Files.exists(log) ? Files.size(log) : 0) - logBegins.path(name).asLong();
        if (offset > there || offset + bytes.length <= there) {
            return there;
        }
        byte[] news = Arrays.copyOfRange(bytes, (int) (there - offset), bytes.length);
        Files.write(log, news, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        return there + news.length;
    }

    /** A file that is brought whole. */
    record Brought(String name, long size, String sha256) {}

    /**
     * Takes a part of a file. It is in its place when all of it is here and on the disk, and has its hash.
     *
     * @return how much of it is here; 0 if what was here was damaged, and is asked for again
     */
    synchronized long add(Brought file, long offset, byte[] bytes) throws IOException {
        Path target = run.path().resolve(file.name());
        if (Files.exists(target)
                && Files.size(target) == file.size()
                && Sha256.ofFile(target).equals(file.sha256())) {
            return file.size();
        }
        Path part = run.path().resolve(file.name() + "." + file.sha256().substring(0, 16) + ".part");
        long there = Files.exists(part) ? Files.size(part) : 0;
        if (offset > there) {
            return there;
        }
        try (FileChannel channel = FileChannel.open(part, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            ByteBuffer data = ByteBuffer.wrap(bytes);
            while (data.hasRemaining()) {
                channel.write(data, offset + data.position());
            }
            channel.force(true);
            there = channel.size();
        }
        if (there < file.size()) {
            return there;
        }
        if (!Sha256.ofFile(part).equals(file.sha256())) {
            Files.delete(part);
            return 0;
        }
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        return there;
    }
}
