package io.fateflow.tools.demo;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The jobs of the demos, as files beside this class: DSL and conf in one body. */
final class DemoJobs {

    private DemoJobs() {}

    /** With {@code acrossSites}, parties are looked for on their own sites. */
    static ObjectNode read(String file, boolean acrossSites) throws IOException {
        ObjectNode job = read(file);
        job.withObject("/job_runtime_conf/job_parameters/common")
                .put("federated_mode", acrossSites ? "MULTIPLE" : "SINGLE");
        return job;
    }

    private static ObjectNode read(String file) throws IOException {
        try (InputStream in = DemoJobs.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new FileNotFoundException(file);
            }
            return new ObjectMapper().readValue(in, ObjectNode.class);
        }
    }
}
