package io.fateflow.webapp.model;

import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.operations.query.Listing;
import io.fateflow.operations.query.ModelTags;
import io.fateflow.operations.query.ModelTags.Tag;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.security.OwnJobs;

/** {@code model/tag/…}: words that users put on models. */
@Controller
class TagController {

    private final ModelTags tags;
    private final TransactionOperations transactions;
    private final OwnJobs own;
    private final WireJson json;

    TagController(ModelTags tags, TransactionOperations transactions, OwnJobs own, WireJson json) {
        this.tags = tags;
        this.transactions = transactions;
        this.own = own;
        this.json = json;
    }

    @PostMapping("/v1/model/tag/create")
    Envelope create(ApiBody body) {
        ObjectNode sent = body.object();
        String name = ApiBody.text(sent, "tag_name");
        if (name.isEmpty()) {
            throw refused("'%s' tag created failed. Please input a valid tag name.".formatted(name));
        }
        TagNames.check(name);
        if (!done(() -> tags.create(name, description(sent, "tag_desc")))) {
            throw ApiException.uncaught("Exception", "'%s' has already exists in database.".formatted(name));
        }
        return answer("'%s' tag has been created successfully.".formatted(name));
    }

    @PostMapping("/v1/model/tag/list")
    Envelope list(ApiBody body) {
        JsonNode limit = body.object().path("limit");
        if (!limit.isMissingNode() && !limit.asText().matches("\\d{1,9}")) {
            throw new IllegalArgumentException("limit is a number, how many tags are wanted at most");
        }
        ObjectNode data = json.object();
        ArrayNode listed = data.putArray("tags");
        tags.list(Math.min(limit.asInt(Listing.MOST), Listing.MOST)).forEach(tag -> listed.addObject()
                .put("name", tag.name())
                .put("description", tag.description())
                .put("model_count", tag.models()));
        return Envelope.of(data);
    }

    @PostMapping("/v1/model/tag/retrieve")
    Envelope retrieve(ApiBody body, HttpServletRequest request) {
        ObjectNode sent = body.object();
        String name = ApiBody.text(sent, "tag_name");
        if (sent.path("with_model").asBoolean(false)) {
            List<ObjectNode> models = own.cut(request, tags.models(known(name).name()), "model_version");
            ObjectNode data = json.object().put("count", models.size());
            data.putArray("models").addAll(models);
            return Envelope.of(data);
        }
        List<Tag> found = tags.containing(name);
        if (found.isEmpty()) {
            throw refused("No tags found.");
        }
        return Envelope.of(json.object().set("tags", TagNames.wire(found, json)));
    }

    /** A description that is not sent is taken away, as FATE does. */
    @PostMapping("/v1/model/tag/update")
    Envelope update(ApiBody body) {
        ObjectNode sent = body.object();
        Tag tag = known(ApiBody.text(sent, "tag_name"));
        String newName = ApiBody.text(sent, "new_tag_name");
        String description = description(sent, "new_tag_desc");
        if (tag.name().equals(newName) && Objects.equals(tag.description(), description)) {
            throw refused("Nothing to be updated.");
        }
        String name = newName.isEmpty() ? tag.name() : newName;
        TagNames.check(name);
        if (!name.equals(tag.name()) && tags.find(name).isPresent()) {
            throw refused("'%s' tag already exists.".formatted(name));
        }
        transactions.executeWithoutResult(transaction -> tags.change(tag.name(), name, description));
        return answer("Infomation of '%s' tag has been updated successfully.".formatted(tag.name()));
    }

    @PostMapping("/v1/model/tag/destroy")
    Envelope destroy(ApiBody body) {
        Tag tag = known(ApiBody.text(body.object(), "tag_name"));
        transactions.executeWithoutResult(transaction -> tags.destroy(tag.name()));
        return answer("'%s' tag has been deleted successfully.".formatted(tag.name()));
    }

    private Tag known(String name) {
        return tags.find(name)
                .orElseThrow(() -> ApiException.uncaught("Exception", "Can not found '%s' tag.".formatted(name)));
    }

    private boolean done(BooleanSupplier change) {
        return Boolean.TRUE.equals(transactions.execute(transaction -> change.getAsBoolean()));
    }

    private static ApiException refused(String why) {
        return ApiException.soft(Retcode.EXCEPTION_ERROR, why);
    }

    private static Envelope answer(String message) {
        return new Envelope(Retcode.SUCCESS, message, null, null, null);
    }

    private static @Nullable String description(ObjectNode sent, String key) {
        return sent.hasNonNull(key) ? sent.path(key).asText() : null;
    }
}
