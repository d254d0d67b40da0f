package io.fateflow.tools.demo;

import java.io.IOException;

import com.fasterxml.jackson.databind.JsonNode;

/** What a demo shows, once the server answers. */
interface DemoScenario {

    /** The body of {@code job/submit}, as a user would send it. */
    JsonNode submission() throws IOException;

    /** Makes the tables that the job needs. */
    void prepare(DemoSession session) throws IOException, InterruptedException;

    /** Shows what a job that succeeded has made. */
    void show(DemoSession session, String jobId) throws IOException, InterruptedException;
}
