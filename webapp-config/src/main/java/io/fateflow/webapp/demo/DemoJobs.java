package io.fateflow.webapp.demo;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** The jobs of the demos, as files beside this class: DSL and conf in one body. */
final class DemoJobs {

    private DemoJobs() {}

    static JsonNode read(String file) throws IOException {
        try (InputStream in = DemoJobs.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new FileNotFoundException(file);
            }
            return new ObjectMapper().readTree(in);
        }
    }
}
