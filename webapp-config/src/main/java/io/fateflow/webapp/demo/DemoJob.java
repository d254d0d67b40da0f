package io.fateflow.webapp.demo;

import java.io.IOException;
import java.io.InputStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** What the demo sends: the same body a user would send. */
final class DemoJob {

    static final String NAMESPACE = "demo";
    static final String GUEST_TABLE = "demo_guest";
    static final String HOST_TABLE = "demo_host";
    static final long GUEST = 9999;
    static final String LAST_COMPONENT = "secure_add_example_0";

    private static final ObjectMapper JSON = new ObjectMapper();

    private DemoJob() {}

    /** DSL and conf of a job of two parties. */
    static JsonNode submission() throws IOException {
        try (InputStream in = DemoJob.class.getResourceAsStream("demo-job.json")) {
            return JSON.readTree(in);
        }
    }

    static JsonNode uploadOf(String table) {
        return JSON.createObjectNode()
                .put("file", table + ".csv")
                .put("head", 1)
                .put("partition", 4)
                .put("namespace", NAMESPACE)
                .put("table_name", table)
                .put("drop", 1);
    }

    static JsonNode filter(String jobId) {
        return JSON.createObjectNode().put("job_id", jobId);
    }
}
