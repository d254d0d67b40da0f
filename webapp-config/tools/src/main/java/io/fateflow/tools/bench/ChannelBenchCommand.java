package io.fateflow.tools.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import io.fateflow.tools.program.ThisProgram;

/** {@code bench channel}: how fast data goes from one site to another. */
@Command(
        name = "channel",
        mixinStandardHelpOptions = true,
        description = {
            "Sends data from one process to another as two sites do, and next to it over bare TCP.",
            "",
            "Both processes have a heap of 256 MB. Either way the data comes from the disk and is forced to the other"
                    + " one's disk before the sender is told; the median of the rounds counts, after three that do not: a"
                    + " server that was just started has compiled nothing yet."
        })
public final class ChannelBenchCommand implements Callable<Integer> {

    private static final String HEAP = "-Xmx256m";
    private static final int WARM_UPS = 3;
    private static final ObjectMapper JSON = new ObjectMapper();

    @Option(names = "--megabytes", defaultValue = "1024", description = "of data; ${DEFAULT-VALUE} if left out")
    private int megabytes;

    @Option(names = "--rounds", defaultValue = "3", description = "${DEFAULT-VALUE} if left out")
    private int rounds;

    @Mixin
    private final Figures figures = new Figures();

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (BenchPlace place = BenchPlace.make()) {
            figures.show(run(place.path(), megabytes, rounds));
            return 0;
        }
    }

    static ObjectNode run(Path place, int megabytes, int rounds) throws IOException, InterruptedException {
        Process receiver = start("channel-receiver", place.toString());
        Process sender = null;
        try (BufferedReader received = receiver.inputReader(StandardCharsets.UTF_8)) {
            JsonNode ports = read(received);
            sender = start(
                    "channel-sender",
                    place.toString(),
                    "--grpc=" + ports.path("grpc").asInt(),
                    "--plain=" + ports.path("plain").asInt(),
                    "--megabytes=" + megabytes,
                    "--rounds=" + (WARM_UPS + rounds));
            ObjectNode report = report(sender, receiver, megabytes, rounds);
            report.set("receiver", read(received));
            return report;
        } finally {
            end(receiver);
            if (sender != null) {
                end(sender);
            }
        }
    }

    private static ObjectNode report(Process sender, Process receiver, int megabytes, int rounds) throws IOException {
        List<Double> plain = new ArrayList<>();
        List<Double> channel = new ArrayList<>();
        List<Double> spool = new ArrayList<>();
        ObjectNode report = JsonNodeFactory.instance.objectNode().put("megabytes", megabytes);
        try (BufferedReader sent =
                        new BufferedReader(new InputStreamReader(sender.getInputStream(), StandardCharsets.UTF_8));
                Writer over = receiver.outputWriter(StandardCharsets.UTF_8)) {
            for (int round = -WARM_UPS; round < rounds; round++) {
                JsonNode figures = read(sent);
                if (round >= 0) {
                    plain.add(figures.path("plainSeconds").asDouble());
                    channel.add(figures.path("channelSeconds").asDouble());
                    spool.add(figures.path("spoolSeconds").asDouble());
                }
                over.append(figures.path("session").asText()).append('\n').flush();
            }
            report.set("sender", read(sent));
        }
        double plainRate = megabytes / new Percentiles(plain).at(50);
        double channelRate = megabytes / new Percentiles(channel).at(50);
        return report.put("plainMegabytesPerSecond", plainRate)
                .put("channelMegabytesPerSecond", channelRate)
                .put("ratio", channelRate / plainRate)
                .put("spoolMegabytesPerSecond", megabytes / new Percentiles(spool).at(50));
    }

    private static JsonNode read(BufferedReader lines) throws IOException {
        String line = lines.readLine();
        if (line == null) {
            throw new IOException("a process of the bench ended early; its errors are above");
        }
        return JSON.readTree(line);
    }

    private static Process start(String... arguments) throws IOException {
        List<String> command = ThisProgram.command(HEAP);
        command.add("bench");
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static void end(Process process) throws InterruptedException {
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }
}
