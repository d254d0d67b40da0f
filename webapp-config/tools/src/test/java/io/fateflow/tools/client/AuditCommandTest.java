package io.fateflow.tools.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

/** An audit log that was exported is verified from its file alone. The file was made by a program of its own, after docs/audit.md. */
class AuditCommandTest {

    private final StringWriter results = new StringWriter();
    private final StringWriter remarks = new StringWriter();

    @TempDir
    private Path folder;

    private Path file;
    private Path key;
    private Path kept;
    private List<String> lines;

    @BeforeEach
    void takeTheFiles() throws IOException {
        file = taken("audit.jsonl");
        key = taken("site.pem");
        kept = taken("kept.json");
        lines = new ArrayList<>(Files.readAllLines(file));
    }

    private Path taken(String name) throws IOException {
        Path target = folder.resolve(name);
        try (InputStream in = Objects.requireNonNull(AuditCommandTest.class.getResourceAsStream(name), name)) {
            Files.copy(in, target);
        }
        return target;
    }

    private int audit(Object... arguments) {
        results.getBuffer().setLength(0);
        remarks.getBuffer().setLength(0);
        return new CommandLine(new AuditCommand())
                .setOut(new PrintWriter(results, true))
                .setErr(new PrintWriter(remarks, true))
                .execute(List.of(arguments).stream().map(Object::toString).toArray(String[]::new));
    }

    private int verify() throws IOException {
        Files.write(file, lines);
        return audit("verify", file, "--key", key, "--head", kept);
    }

    @Test
    void aWholeFileIsWholeAndWhetherItIsSignedIsSaid() throws IOException {
        assertThat(verify()).isZero();
        assertThat(results.toString().strip())
                .isEqualTo("Whole: 6 audit rows up to number 26 of party 10000, signed by the site.");

        assertThat(audit("verify", file)).isEqualTo(5);
        assertThat(results.toString()).contains("Nobody's signature was looked at");
        assertThat(audit("verify", file, "--key", key, "--json")).isZero();
        assertThat(results.toString()).contains("\"whole\" : true", "\"signed\" : true");
    }

    @Test
    void eachDamageIsNamedWithItsPlace() throws IOException {
        String third = lines.get(3);
        lines.set(3, third.replace("zo\\u00eb", "mallory"));
        assertThat(verify()).isEqualTo(1);
        assertThat(results.toString().lines())
                .containsExactly(
                        "audit row 23 (id 103, 2026-01-02T15:30:47Z, rerun) was altered",
                        "Damaged: 1 place in 6 audit rows.");

        lines.remove(3);
        assertThat(verify()).isEqualTo(1);
        assertThat(results.toString())
                .startsWith("audit row 23 is missing, behind the row with id 102, 2026-01-02T15:30:46Z, stop");

        lines.add(3, third);
        Collections.swap(lines, 2, 5);
        assertThat(verify()).isEqualTo(1);
        assertThat(results.toString()).startsWith("audit rows 22 and 25 were swapped: id 102");

        Collections.swap(lines, 2, 5);
        lines.set(7, lines.get(7).replace("1767367860000", "1767367860001"));
        assertThat(verify()).isEqualTo(1);
        assertThat(results.toString()).startsWith("the head, number 26, has a signature that does not fit");

        lines.remove(7);
        assertThat(verify()).isEqualTo(1);
        assertThat(results.toString()).startsWith("the file ends behind audit row 26, without a head");
    }

    @Test
    void aHeadThatWasKeptTellsOfWhatWasCutBehindIt() throws IOException {
        String earlier = Files.readString(kept).strip();
        Files.writeString(kept, lines.get(7));
        lines.subList(5, 8).clear();
        lines.add(earlier);

        assertThat(verify()).isEqualTo(1);
        assertThat(results.toString())
                .startsWith("the head that was kept, number 26 of 2026-01-02T15:31:00Z, is not in this chain");
    }

    @Test
    void aFileThatIsNoneOfTheseIsNamed() throws IOException {
        assertThat(audit("verify", key)).isEqualTo(2);
        assertThat(remarks.toString()).contains("FFB-5280", "site.pem is no exported audit log: line 1");
        assertThat(audit("verify", folder.resolve("nowhere"))).isEqualTo(2);
        assertThat(remarks.toString()).contains("nowhere is not there");
        assertThat(audit("verify", file, "--key", file)).isEqualTo(2);
        assertThat(remarks.toString()).contains("audit.jsonl holds no");
        assertThat(audit("verify", file, "--head", key)).isEqualTo(2);
        assertThat(remarks.toString()).contains("is no head of an audit log");
    }

    @Test
    void anExportIsSavedAsItComesAndARefusalLeavesNoFile() throws IOException {
        byte[] content = Files.readAllBytes(file);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/audit/export", call -> {
            call.getResponseHeaders().add("Content-Type", "application/x-ndjson");
            call.sendResponseHeaders(200, 0);
            call.getResponseBody().write(content);
            call.close();
        });
        server.createContext("/v1/audit/head", call -> {
            byte[] answer = "{\"retcode\": 100, \"retmsg\": \"FFB-7085 no\"}".getBytes(StandardCharsets.UTF_8);
            call.sendResponseHeaders(200, answer.length);
            call.getResponseBody().write(answer);
            call.close();
        });
        server.start();
        try {
            String url = "http://127.0.0.1:" + server.getAddress().getPort();
            Path saved = folder.resolve("saved");

            assertThat(audit("export", saved, "--server", url)).isZero();
            assertThat(saved).hasBinaryContent(content);
            assertThat(audit("verify", saved, "--key", key)).isZero();
            assertThat(audit("head", "--server", url)).isEqualTo(4);
            assertThat(remarks.toString()).contains("FFB-7085");

            server.removeContext("/v1/audit/export");
            Path none = folder.resolve("none");
            assertThat(audit("export", none, "--server", url)).isNotZero();
            assertThat(none).doesNotExist();
            assertThat(folder.toFile().list())
                    .as("no part of it either")
                    .containsExactlyInAnyOrder("audit.jsonl", "site.pem", "kept.json", "saved");
        } finally {
            server.stop(0);
        }
    }
}
