package io.fateflow.worker.component.boosting.hetero;

import java.io.IOException;

import com.fasterxml.jackson.databind.JsonNode;

/** What a party's component does, with what it was given. */
interface BoostingJob {

    Setup setup();

    /** @param plan what the parties have agreed on */
    default void run(JsonNode plan) throws IOException, InterruptedException {
        if (!plan.path("train").asBoolean()) {
            predict();
        } else if (setup().parameters().crossValidation().wanted()) {
            crossValidate();
        } else {
            train(plan);
        }
    }

    void train(JsonNode plan) throws IOException, InterruptedException;

    void predict() throws IOException, InterruptedException;

    void crossValidate() throws IOException, InterruptedException;
}
