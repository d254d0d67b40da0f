package io.fateflow.webapp.model;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.engine.model.CheckpointStep;
import io.fateflow.engine.model.CheckpointStore;
import io.fateflow.engine.model.ComponentCheckpoint;
import io.fateflow.engine.model.ComponentModel;
import io.fateflow.engine.model.PartyModel;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.model.archive.FateMessages;

/** {@code checkpoint/list} and {@code checkpoint/get}: what a component had learned after single iterations. */
@Controller
class CheckpointController {

    private static final List<String> NEEDED =
            List.of("role", "party_id", "model_id", "model_version", "component_name");

    /** Python's, of a time in UTC that it is not told of. */
    private static final DateTimeFormatter ISO =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);

    private final CheckpointStore checkpoints;
    private final FateMessages messages;
    private final WireJson json;

    CheckpointController(CheckpointStore checkpoints, FateMessages messages, WireJson json) {
        this.checkpoints = checkpoints;
        this.messages = messages;
        this.json = json;
    }

    /** By step; as in FATE, none of what is not here. */
    @PostMapping("/v1/checkpoint/list")
    Envelope list(ApiBody body) {
        ObjectNode sent = needed(body);
        ArrayNode all = json.object().putArray("checkpoints");
        checkpoints.each(part(sent), ApiBody.text(sent, "component_name"), each -> all.add(described(each)));
        return Envelope.of(all);
    }

    @PostMapping("/v1/checkpoint/get")
    Envelope get(ApiBody body) {
        ObjectNode sent = needed(body);
        if (sent.has("step_index") && !ApiBody.text(sent, "step_index").matches("-?\\d{1,9}")) {
            throw ApiException.http(400, "Invalid 'step_index'");
        }
        CheckpointStep step = CheckpointStep.of(sent)
                .orElseThrow(() -> ApiException.http(400, "'step_index' or 'step_name' is required"));
        return checkpoints
                .find(part(sent), ApiBody.text(sent, "component_name"), step)
                .map(found -> Envelope.of(whole(found)))
                .orElseThrow(() -> ApiException.http(
                        404,
                        "The checkpoint was not found. FFB-6130 checkpoint/list has those that there are; a component"
                                + " makes them while it is trained with ModelCheckpoint among its callbacks."));
    }

    private ObjectNode described(ComponentCheckpoint checkpoint) {
        ObjectNode described = head(checkpoint);
        ObjectNode models = described.putObject("models");
        eachMessage(checkpoint.model(), (name, content) -> models.putObject(name)
                .put("buffer_name", messages.of(name).orElse(name))
                .put("sha1", sha1(bytes(name, content))));
        return described;
    }

    private ObjectNode whole(ComponentCheckpoint checkpoint) {
        ObjectNode whole = head(checkpoint);
        ObjectNode models = whole.putObject("models");
        eachMessage(
                checkpoint.model(),
                (name, content) -> models.put(name, Base64.getEncoder().encodeToString(bytes(name, content))));
        return whole;
    }

    private ObjectNode head(ComponentCheckpoint checkpoint) {
        return json.object()
                .put("create_time", ISO.format(checkpoint.createTime()))
                .put("step_index", checkpoint.stepIndex())
                .put("step_name", checkpoint.stepName());
    }

    private static void eachMessage(ComponentModel model, BiConsumer<String, JsonNode> taker) {
        taker.accept(model.metaName(), model.meta());
        taker.accept(model.paramName(), model.param());
    }

    /** A message that FATE has not is given in its JSON form: such a component is none of FATE's. */
    private byte[] bytes(String name, JsonNode content) {
        return messages.of(name)
                .map(message -> messages.bytes(message, content))
                .orElseGet(() -> content.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** FATE's; it guards nothing but its own files. */
    private static String sha1(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }

    private static PartyModel part(ObjectNode sent) {
        return new PartyModel(
                ApiBody.text(sent, "model_id"),
                ApiBody.text(sent, "model_version"),
                ApiBody.text(sent, "role"),
                ApiBody.text(sent, "party_id"));
    }

    private static ObjectNode needed(ApiBody body) {
        ObjectNode sent = body.orEmpty();
        String missing = NEEDED.stream().filter(key -> !sent.hasNonNull(key)).collect(Collectors.joining(","));
        if (!missing.isEmpty()) {
            throw ApiException.http(400, "'required parameters are missing: " + missing + "; '");
        }
        return sent;
    }
}
