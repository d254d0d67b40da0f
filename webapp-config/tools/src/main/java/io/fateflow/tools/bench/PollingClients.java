package io.fateflow.tools.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import io.fateflow.tools.program.ThisProgram;

/** Clients that poll, in a process of their own: what they cost is the machine's, but not the server's. */
final class PollingClients implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final Writer lines;
    private final BufferedReader figures;

    PollingClients(URI server, int count) throws IOException {
        // compiled quickly rather than well: they do little, and share the cores with what is measured
        List<String> command = ThisProgram.command("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
        command.addAll(List.of("bench", "polling-clients", server.toString(), "--count=" + count));
        process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
        lines = process.outputWriter(StandardCharsets.UTF_8);
        figures = process.inputReader(StandardCharsets.UTF_8);
        String said = read();
        if (!said.equals(PollingClientsProcess.READY)) {
            close();
            throw new IOException("the process of the clients that poll said " + said);
        }
    }

    /** From now on each asks this once a second. */
    void ask(String path, String body) throws IOException {
        send(JsonNodeFactory.instance
                .objectNode()
                .put("path", path)
                .put("body", body)
                .toString());
    }

    /** Returns how many answers there were, how many questions without one, and the seconds of a core they cost the clients. */
    JsonNode stop() throws IOException {
        send("");
        return JSON.readTree(read());
    }

    private String read() throws IOException {
        String line = figures.readLine();
        if (line == null) {
            throw new IOException("the process of the clients that poll ended early; its errors are above");
        }
        return line;
    }

    private void send(String line) throws IOException {
        lines.append(line).append('\n').flush();
    }

    @Override
    public void close() throws IOException {
        lines.close();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
