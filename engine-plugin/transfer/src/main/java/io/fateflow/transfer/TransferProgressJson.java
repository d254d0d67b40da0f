package io.fateflow.transfer;

import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.database.Json;

/** A receiver's progress in an answer over HTTP. */
public final class TransferProgressJson {

    private TransferProgressJson() {}

    public static ObjectNode of(TransferProgress progress) {
        return Json.object()
                .put("state", progress.state().name())
                .put("received", progress.received())
                .put("most_bytes", progress.mostBytes())
                .put("reason", progress.reason());
    }

    /** Empty if it is none that this site knows. */
    public static Optional<TransferProgress> read(JsonNode json) {
        String state = json.path("state").asText();
        for (TransferProgress.State known : TransferProgress.State.values()) {
            if (known.name().equals(state)) {
                return Optional.of(new TransferProgress(
                        known,
                        json.path("received").asLong(),
                        json.path("most_bytes").asInt(),
                        json.path("reason").asText()));
            }
        }
        return Optional.empty();
    }
}
