package io.fateflow.tools.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;

/** FATE's toy example: two parties add up numbers without showing theirs. */
final class ToyDemo implements DemoScenario {

    private static final String NAMESPACE = "demo";
    private static final long GUEST = 9999;
    private static final long HOST = 10000;
    private static final String LAST_COMPONENT = "secure_add_example_0";
    private static final String SAID_BY = "SecureAddExample: ";

    private final boolean acrossSites;

    /** With {@code acrossSites}, each party has a server of its own. */
    ToyDemo(boolean acrossSites) {
        this.acrossSites = acrossSites;
    }

    @Override
    public JsonNode submission() throws IOException {
        return DemoJobs.read("toy-job.json", acrossSites);
    }

    @Override
    public void prepare(DemoSession session) throws IOException, InterruptedException {
        session.upload(GUEST, NAMESPACE, "demo_guest", ToyData.guest());
        session.upload(HOST, NAMESPACE, "demo_host", ToyData.host());
    }

    /** What the last component said of its result at the guest: it has no metric. */
    @Override
    public void show(DemoSession session, String jobId) throws IOException {
        Path log = session.home()
                .resolve("logs")
                .resolve(jobId)
                .resolve("guest")
                .resolve(Long.toString(GUEST))
                .resolve(LAST_COMPONENT)
                .resolve("INFO.log");
        try (Stream<String> lines = Files.lines(log)) {
            lines.filter(line -> line.contains(SAID_BY))
                    .map(line -> "  " + line.substring(line.indexOf(SAID_BY) + SAID_BY.length()))
                    .forEach(session::print);
        }
    }
}
