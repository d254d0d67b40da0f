package io.fateflow.tools.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import io.fateflow.webapp.atrest.AtRest;
import io.fateflow.webapp.atrest.AtRestProperties;
import io.fateflow.webapp.atrest.KeptFile;
import io.fateflow.webapp.atrest.KeptVersions;

/** {@code bench at-rest}: what the encryption of tables costs. */
@Command(
        name = "at-rest",
        mixinStandardHelpOptions = true,
        description = {
            "Writes and reads a file as a site with keys keeps its tables, and next to it as one without keys does.",
            "",
            "Either way what is written is forced to the disk; what is read has just been written. One core; the median"
                    + " of the rounds counts."
        })
public final class AtRestBenchCommand implements Callable<Integer> {

    private static final KeptFile KEPT = new KeptFile("tables/bench", "The file of the bench");
    private static final int BUFFER = 256 * 1024;

    @Option(names = "--megabytes", defaultValue = "512", description = "of data; ${DEFAULT-VALUE} if left out")
    private int megabytes;

    @Option(names = "--rounds", defaultValue = "5", description = "${DEFAULT-VALUE} if left out")
    private int rounds;

    @Mixin
    private final Figures figures = new Figures();

    @Override
    public Integer call() throws IOException {
        try (BenchPlace place = BenchPlace.make()) {
            figures.show(run(place.path(), megabytes, rounds));
            return 0;
        }
    }

    /** Does something with files. */
    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }

    static ObjectNode run(Path place, int megabytes, int rounds) throws IOException {
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        Path keys = Files.writeString(place.resolve("keys"), Base64.getEncoder().encodeToString(key));
        AtRest atRest = AtRest.of(
                new AtRestProperties(keys, AtRestProperties.PlainFiles.READ, AtRestProperties.OlderFiles.REFUSE, false),
                place.resolve("at-rest.lock"),
                KeptVersions.NONE);
        Path source = source(place, megabytes);
        Path plain = place.resolve("plain");
        Path encrypted = place.resolve("encrypted");
        List<Double> plainWrites = new ArrayList<>();
        List<Double> writes = new ArrayList<>();
        List<Double> plainReads = new ArrayList<>();
        List<Double> reads = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            Files.deleteIfExists(plain);
            Files.deleteIfExists(encrypted);
            plainWrites.add(seconds(() -> copy(source, plain)));
            writes.add(seconds(() -> encrypt(atRest, source, encrypted)));
            plainReads.add(seconds(() -> read(Files.newInputStream(plain))));
            reads.add(seconds(() -> read(Channels.newInputStream(atRest.open(encrypted, KEPT)))));
        }
        ObjectNode report = JsonNodeFactory.instance.objectNode().put("megabytes", megabytes);
        report.set("write", rates(megabytes, plainWrites, writes));
        report.set("read", rates(megabytes, plainReads, reads));
        return report.put("bytesMore", Files.size(encrypted) - Files.size(plain));
    }

    private static ObjectNode rates(int megabytes, List<Double> plain, List<Double> encrypted) {
        double plainRate = megabytes / new Percentiles(plain).at(50);
        double rate = megabytes / new Percentiles(encrypted).at(50);
        return JsonNodeFactory.instance
                .objectNode()
                .put("plainMegabytesPerSecond", plainRate)
                .put("encryptedMegabytesPerSecond", rate)
                .put("ratio", rate / plainRate);
    }

    private static double seconds(Work work) throws IOException {
        long begin = System.nanoTime();
        work.run();
        return (System.nanoTime() - begin) / 1e9;
    }

    private static Path source(Path place, int megabytes) throws IOException {
        Path source = place.resolve("source");
        byte[] megabyte = new byte[1 << 20];
        new Random(1).nextBytes(megabyte);
        try (OutputStream out = Files.newOutputStream(source)) {
            for (int i = 0; i < megabytes; i++) {
                out.write(megabyte);
            }
        }
        return source;
    }

    private static void copy(Path source, Path target) throws IOException {
        try (InputStream in = Files.newInputStream(source);
                FileChannel file = FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            byte[] buffer = new byte[BUFFER];
            OutputStream out = Channels.newOutputStream(file);
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
            }
            file.force(true);
        }
    }

    private static void encrypt(AtRest atRest, Path source, Path target) throws IOException {
        try (InputStream in = Files.newInputStream(source)) {
            atRest.encrypt(in, target, KEPT);
        }
    }

    private static void read(InputStream in) throws IOException {
        try (in) {
            byte[] buffer = new byte[BUFFER];
            int read = 0;
            while (read >= 0) {
                read = in.read(buffer);
            }
        }
    }
}
