package io.fateflow.webapp.model;

import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.operations.query.ModelTags;
import io.fateflow.operations.query.ModelTags.Tag;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;
import io.fateflow.webapp.api.WireJson;

/** {@code model/model_tag/…}: the tags of one model, whose version FATE calls {@code job_id} here. */
@Controller
class ModelTagController {

    private final ModelTags tags;
    private final TransactionOperations transactions;
    private final WireJson json;

    ModelTagController(ModelTags tags, TransactionOperations transactions, WireJson json) {
        this.tags = tags;
        this.transactions = transactions;
        this.json = json;
    }

    /** Makes the tag if there is none. */
    @PostMapping("/v1/model/model_tag/create")
    Envelope create(ApiBody body) {
        Model model = model(body);
        String name = ApiBody.text(body.object(), "tag_name");
        if (name.isEmpty()) {
            throw ApiException.uncaught("Exception", "Tag name should not be an empty string.");
        }
        TagNames.check(name);
        boolean fresh = Boolean.TRUE.equals(transactions.execute(transaction -> {
            tags.create(name, null);
            return tags.put(model.version(), name);
        }));
        if (!fresh) {
            throw ApiException.uncaught(
                    "Exception",
                    "Model %s %s already been tagged as tag '%s'.".formatted(model.id(), model.version(), name));
        }
        return answer("Adding %s tag for model with job id: %s successfully.".formatted(name, model.version()));
    }

    @PostMapping("/v1/model/model_tag/retrieve")
    Envelope retrieve(ApiBody body) {
        List<Tag> found = tags.of(model(body).version());
        ObjectNode data = json.object().put("count", found.size());
        data.set("tags", TagNames.wire(found, json));
        return Envelope.of(data);
    }

    @PostMapping("/v1/model/model_tag/remove")
    Envelope remove(ApiBody body) {
        Model model = model(body);
        String name = ApiBody.text(body.object(), "tag_name");
        if (tags.find(name).isEmpty()) {
            throw ApiException.uncaught("Exception", "Can not found '%s' tag.".formatted(name));
        }
        boolean was = Boolean.TRUE.equals(transactions.execute(transaction -> tags.remove(model.version(), name)));
        if (!was) {
            throw ApiException.uncaught(
                    "Exception", "Model %s %s does not have tag '%s'.".formatted(model.id(), model.version(), name));
        }
        return answer(
                "'%s' tag has been removed from tag list of model %s %s.".formatted(name, model.id(), model.version()));
    }

    private record Model(String id, String version) {}

    private Model model(ApiBody body) {
        String version = ApiBody.text(body.object(), "job_id");
        return tags.modelId(version)
                .map(id -> new Model(id, version))
                .orElseThrow(() ->
                        ApiException.uncaught("Exception", "Can not found model by job id: '%s'.".formatted(version)));
    }

    private static Envelope answer(String message) {
        return new Envelope(Retcode.SUCCESS, message, null, null, null);
    }
}
